import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { Board } from '../board/board.ts';
import { BusinessAlarm } from './business-alarm.ts';
import { PERIOD } from './service-metrics.ts';

/** Milliseconds. A page may take longer than an answer to a caller. */
const SLOW_MS = 2_000;

export interface BoardAlarmsProps {
  readonly board: Pick<Board, 'api' | 'signIn'>;
  readonly topic: ITopic;
}

/** The alarms of the dispatchers' board. */
export class BoardAlarms extends Construct {
  readonly all: readonly BusinessAlarm[];

  constructor(scope: Construct, id: string, { board: { api, signIn }, topic }: BoardAlarmsProps) {
    super(scope, id);
    const errors = new BusinessAlarm(this, 'BoardErrors', {
      metric: api.errors,
      threshold: 1,
      meaning: 'A dispatcher got a 5xx: the board did not load, or a change was not stored.',
      action:
        'See code and error in the log of the function (output LogGroupBoard). Nothing there: integrationError in the access log (LogGroupBoardAccess) says whether it crashed, took over 10 seconds or found no instance. Right after a deployment: roll it back.',
      topic,
    });
    const slow = new BusinessAlarm(this, 'BoardSlow', {
      metric: api.latency,
      threshold: SLOW_MS,
      meaning: 'One answer in twenty of the board takes over two seconds: dispatchers wait for every change.',
      action:
        'Compare durationMs, roundTrips, coldStart and function in the log of the function (output LogGroupBoard). One account alone: it has more open requests than others. All of them: look at the latency of DynamoDB.',
      topic,
      periods: { reaching: 2, outOf: 3 },
    });
    this.all = signIn === undefined ? [errors, slow] : [errors, slow, this.onSignIn(signIn, topic)];
  }

  private onSignIn({ claims }: NonNullable<Board['signIn']>, topic: ITopic): BusinessAlarm {
    return new BusinessAlarm(this, 'SignInFails', {
      metric: claims.function.metricErrors({ statistic: Stats.SUM, period: PERIOD }),
      threshold: 1,
      meaning: 'A dispatcher could not sign in, or was signed out after 15 minutes.',
      action:
        'The log of the function that adds the claim of accounts (output LogGroupBoardClaims) says why. Right after a deployment: roll it back.',
      topic,
    });
  }
}
