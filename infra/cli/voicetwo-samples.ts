import type { Json } from './json.ts';
import type { Sample, SampleContext } from './samples.ts';

type Parameters = (context: SampleContext) => Json;

const transcript =
  'AI: Thanks for calling, how can I help?\nUser: Hi, I need someone to come by, tomorrow morning if you can.\n';

const functionCall = (name: string, about: string, parameters: Parameters = () => ({})): Sample => ({
  route: 'voicetwo',
  about,
  body: (context) => ({
    message: {
      type: 'function-call',
      functionCall: { name, parameters: parameters(context) },
      ...surroundingsOf(context),
    },
  }),
});

const availability: Parameters = ({ date, serviceType }) => ({ date, serviceType });

/** As voice platform two sends them, the legacy function calls and the newer messages. */
export const voicetwoSamples: Readonly<Record<string, Sample>> = {
  'check-availability': functionCall('checkAvailability', 'free times of a day', availability),
  'book-appointment': functionCall('bookAppointment', 'a booking', ({ date, time, serviceType }) => ({
    date,
    time,
    serviceType,
    customerName: 'Dana Miller',
    customerPhone: '+12125550143',
    urgency: 'routine',
    address: '401 West 14th Street, New York, NY 10011',
  })),
  'get-service-types': functionCall('getServiceTypes', 'what can be booked'),
  'transfer-to-human': functionCall('transferToHuman', 'the number of a person', () => ({
    reason: 'The caller asks for a person.',
  })),
  'tool-calls': {
    route: 'voicetwo',
    about: 'two tool calls in one message',
    body: (context) => {
      const toolCalls = [
        toolCall(`${context.callId}-1`, 'getServiceTypes', {}),
        toolCall(`${context.callId}-2`, 'checkAvailability', availability(context)),
      ];
      return {
        message: { type: 'tool-calls', toolCalls, toolCallList: toolCalls, ...surroundingsOf(context) },
      };
    },
  },
  'end-of-call-report': {
    route: 'voicetwo',
    about: 'the end of a call, with its transcript',
    body: (context) => ({
      message: {
        type: 'end-of-call-report',
        ...surroundingsOf(context),
        endedReason: 'customer-ended-call',
        startedAt: startOf(context),
        endedAt: context.now.toISOString(),
        artifact: {
          transcript,
          recordingUrl: `https://recordings.example.com/${context.callId}.wav`,
          messages: [],
        },
        analysis: { summary: 'The caller asked for a visit tomorrow morning.' },
      },
    }),
  },
};

function toolCall(id: string, name: string, args: Json) {
  return { id, type: 'function', function: { name, arguments: args } };
}

function startOf({ now }: SampleContext): string {
  return new Date(now.getTime() - 95_000).toISOString();
}

function surroundingsOf(context: SampleContext) {
  const customer = { number: '+12125550143' };
  return {
    call: {
      id: context.callId,
      type: 'inboundPhoneCall',
      status: 'in-progress',
      createdAt: startOf(context),
      updatedAt: context.now.toISOString(),
      phoneCallProvider: 'twilio',
      assistantId: context.origin,
      metadata: { assistantId: context.origin },
      customer,
    },
    customer,
    timestamp: context.now.getTime(),
  };
}
