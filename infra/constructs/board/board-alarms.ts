import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { AlarmTopics } from '../watching/alarm-topic.ts';
import { BusinessAlarm, IF_DEPLOYED } from '../watching/business-alarm.ts';
import { PERIOD } from '../watching/service-metrics.ts';
import type { Board } from './board.ts';

/** Milliseconds. A page may take longer than an answer to a caller. */
const SLOW_MS = 2_000;

export interface BoardAlarmsProps {
  readonly board: Pick<Board, 'api' | 'signIn'>;
  readonly topics: AlarmTopics;
}

/** The alarms of the dispatchers' board. */
export class BoardAlarms extends Construct {
  readonly all: readonly BusinessAlarm[];

  constructor(scope: Construct, id: string, { board: { api, signIn }, topics }: BoardAlarmsProps) {
    super(scope, id);
    const errors = new BusinessAlarm(this, 'BoardErrors', {
      metric: api.errors,
      threshold: 1,
      meaning: 'A dispatcher got a 5xx: the board did not load, or a change was not stored.',
      action: `See code and error in the log of the function (output LogGroupBoard). Nothing there: integrationError in the access log (LogGroupBoardAccess) says whether it crashed, took over 10 seconds or found no instance. ${IF_DEPLOYED}`,
      topic: topics.ticket,
    });
    const slow = new BusinessAlarm(this, 'BoardSlow', {
      metric: api.latency,
      threshold: SLOW_MS,
      meaning: 'One answer in twenty of the board takes over two seconds: dispatchers wait for every change.',
      action:
        'Compare durationMs, roundTrips, coldStart and function in the log of the function (output LogGroupBoard). One account alone: it has more open requests than others. All of them: look at the latency of DynamoDB.',
      topic: topics.ticket,
      periods: { reaching: 2, outOf: 3 },
    });
    this.all = signIn === undefined ? [errors, slow] : [errors, slow, this.onSignIn(signIn, topics)];
  }

  private onSignIn({ claims }: NonNullable<Board['signIn']>, topics: AlarmTopics): BusinessAlarm {
    return new BusinessAlarm(this, 'SignInFails', {
      metric: claims.function.metricErrors({ statistic: Stats.SUM, period: PERIOD }),
      threshold: 1,
      meaning: 'A dispatcher could not sign in, or was signed out after 15 minutes.',
      action: `The log of the function that adds the claim of accounts (output LogGroupBoardClaims) says why. ${IF_DEPLOYED}`,
      topic: topics.ticket,
    });
  }
}
