import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { outputName } from '../../infra/output-name.ts';
import { webhookSenderIds } from '../../lib/platforms/index.ts';
import { routeIds } from '../../lib/routes.ts';
import { type Service, startService } from '../functions/service.ts';
import { type AwsStandIn, startAwsStandIn } from '../support/aws-stand-in.ts';
import { dispatchToAws } from '../support/command-line.ts';
import { openTestStream, type TestStream } from '../support/stream.ts';

let service: Service;
let stream: TestStream;
let aws: AwsStandIn;
beforeAll(async () => {
  service = await startService();
  stream = await openTestStream(service.table);
  aws = await startAwsStandIn();
  aws.stacks.set('dispatch-dev', {
    TableName: service.table.tableName,
    ...Object.fromEntries(routeIds.map((id) => [outputName(`Url-${id}`), 'u'])),
    ...Object.fromEntries(webhookSenderIds.map((id) => [outputName(`SecretName-${id}`), 's'])),
    ...{ DeadLetterQueueUrl: `${aws.endpoint}/000000000000/dead`, EventBusName: 'bus' },
  });
});
afterAll(async () => {
  aws.stop();
  stream.client.destroy();
  await service.stop();
});
beforeEach(() => {
  aws.queue.clear();
  aws.events.length = 0;
});

const run = (...args: string[]) =>
  dispatchToAws(['events', 'redrive', '--stack', 'dispatch-dev', ...args], {
    ...{ AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_REGION: 'us-east-1' },
    ...{ AWS_ENDPOINT_URL: aws.endpoint, AWS_ENDPOINT_URL_DYNAMODB_STREAMS: service.table.endpoint },
  });

let leads = 0;

/** A message as the pipe leaves it for the record of a new lead. */
async function leadNotTold() {
  const contact = { id: 'c1', firstName: 'Jo', phone: '+12125550123' };
  const customData = { serviceRequested: 'furnace repair', notes: `lead ${++leads}` };
  const lead = { type: 'WorkflowWebhook', locationId: 'loc_acme', contact, customData };
  const { body } = await service.send('crm', lead);
  const [{ record, shardId } = { record: undefined, shardId: '' }] = (await stream.entries()).filter(
    ({ record }) => record.dynamodb?.Keys?.sk?.S === 'REQUEST',
  );
  if (record === undefined) throw new Error('The stream has no record of the lead');
  const startSequenceNumber = record.dynamodb?.SequenceNumber ?? '';
  const place = { shardId, startSequenceNumber, endSequenceNumber: startSequenceNumber, batchSize: 1 };
  return {
    dispatchRequestId: body.dispatchRequestId,
    message: { version: '1.0', DDBStreamBatchInfo: { ...place, streamArn: stream.streamArn } },
  };
}

const event = {
  source: 'dispatch',
  'detail-type': 'dispatch-request.requested',
  detail: { type: 'dispatch-request.requested', urgency: 'emergency', dispatchRequestId: 'dr_1' },
};

describe('redriving the dead-letter queue', () => {
  it('publishes the events of a stream record and of a rule, and empties the queue', async () => {
    const { dispatchRequestId, message } = await leadNotTold();
    aws.queue.set('from-pipe', JSON.stringify(message));
    aws.queue.set('from-rule', JSON.stringify(event));

    const { code, stdout } = await run('--json');

    expect({ code, results: JSON.parse(stdout) }).toEqual({
      code: 0,
      results: [
        { messageId: 'from-pipe', published: ['dispatch-request.requested'] },
        { messageId: 'from-rule', published: ['dispatch-request.requested'] },
      ],
    });
    expect(aws.events).toEqual([
      {
        EventBusName: 'bus',
        Source: 'dispatch',
        DetailType: 'dispatch-request.requested',
        Detail: expect.stringContaining(`"dispatchRequestId":"${dispatchRequestId}"`),
      },
      expect.objectContaining({ Detail: JSON.stringify(event.detail) }),
    ]);
    expect(aws.queue.size).toBe(0);
  });

  it('keeps messages that it cannot publish, says why, and exits with 1', async () => {
    const { message } = await leadNotTold();
    const info = message.DDBStreamBatchInfo;
    const gone = {
      ...message,
      DDBStreamBatchInfo: { ...info, shardId: 'shardId-00000000000000000000-gone' },
    };
    aws.queue.set('too-old', JSON.stringify(gone));
    aws.queue.set('foreign', '{"hello":"world"}');

    const { code, stdout, stderr } = await run();

    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toMatch(/^too-old {2}stays in the queue: the stream no longer has its record/m);
    expect(stdout).toMatch(/^foreign {2}stays in the queue: it is neither an event/m);
    expect([...aws.queue.keys()]).toEqual(['too-old', 'foreign']);
    expect(aws.events).toEqual([]);
  });

  it('only prints its plan with --dry-run', async () => {
    aws.queue.set('from-rule', JSON.stringify(event));

    const { code, stdout } = await run('--dry-run');

    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'from-rule  would publish dispatch-request.requested\n',
    });
    expect({ kept: aws.queue.size, told: aws.events }).toEqual({ kept: 1, told: [] });
  });

  it('says that the queue is empty', async () => {
    expect(await run()).toMatchObject({ code: 0, stdout: 'The dead-letter queue is empty.\n' });
  });
});
