import type { Json } from './json.ts';
import type { Sample, SampleContext } from './samples.ts';

type Arguments = (context: SampleContext) => Json;

const transcript =
  'Agent: Thanks for calling, how can I help?\nUser: Hi, I need someone to come by, tomorrow morning if you can.\n';

const functionCall = (name: string, about: string, args: Arguments = () => ({})): Sample => ({
  route: 'voiceone-function-call',
  about,
  body: (context) => ({ name, args: args(context), call: { ...callOf(context), call_status: 'ongoing' } }),
});

/** As voice platform one sends function calls and the end of a call. */
export const voiceoneSamples: Readonly<Record<string, Sample>> = {
  'check-availability': functionCall(
    'check_availability',
    'free times of a day',
    ({ date, serviceType }) => ({
      date,
      serviceType,
    }),
  ),
  'book-job': functionCall('book_job', 'a booking', ({ date, time, serviceType }) => ({
    date,
    time,
    serviceType,
    customerName: 'Dana Miller',
    customerPhone: '+12125550143',
    urgency: 'routine',
    address: '401 West 14th Street',
    city: 'New York',
    state: 'NY',
    zip: '10011',
  })),
  'lookup-customer': functionCall('lookup_customer', 'who is calling'),
  'create-customer': functionCall('create_customer', 'a new customer', () => ({
    customerName: 'Dana Miller',
    customerPhone: '+12125550143',
    address: '401 West 14th Street',
    city: 'New York',
    state: 'NY',
    zip: '10011',
  })),
  'get-service-types': functionCall('get_service_types', 'what can be booked'),
  'get-business-hours': functionCall('get_business_hours', 'when the account is open'),
  'transfer-call': functionCall('transfer_call', 'the number of a person', () => ({
    reason: 'The caller asks for a person.',
  })),
  'call-ended': {
    route: 'voiceone-call-complete',
    about: 'the end of a call, with its transcript',
    body: (context) => ({
      event: 'call_ended',
      call: {
        ...callOf(context),
        call_status: 'ended',
        end_timestamp: context.now.getTime(),
        duration_ms: 95_000,
        disconnection_reason: 'user_hangup',
        recording_url: `https://recordings.example.com/${context.callId}/recording.wav`,
      },
    }),
  },
};

function callOf({ callId, origin, now }: SampleContext) {
  return {
    call_id: callId,
    call_type: 'phone_call',
    agent_id: origin,
    agent_version: 6,
    agent_name: 'Front desk',
    direction: 'inbound',
    from_number: '+12125550143',
    to_number: '+12125550100',
    start_timestamp: now.getTime() - 95_000,
    transcript,
  };
}
