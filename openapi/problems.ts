import * as problem from '../lib/http/problem.ts';
import type { Workload } from '../lib/platforms/platform.ts';
import type { Route } from '../lib/routes.ts';
import { answer, list, type Schema, type Schemas, text } from './schema.ts';

const REQUEST_ID = '8ba60141-9d6a-4c02-9f6c-3f9a3f0f8f5e';

const codes: Readonly<Record<problem.ProblemCode, true>> = {
  signature_missing: true,
  signature_invalid: true,
  timestamp_out_of_tolerance: true,
  api_key_invalid: true,
  token_missing: true,
  scope_missing: true,
  not_found: true,
  cursor_invalid: true,
  version_missing: true,
  version_changed: true,
  refused: true,
  account_forbidden: true,
  body_not_json: true,
  payload_too_large: true,
  payload_invalid: true,
  unknown_account: true,
  secrets_unavailable: true,
  storage_unavailable: true,
  internal: true,
};

export const problemSchemas: Schemas = {
  Problem: answer(
    'An error (RFC 9457). It never contains input.',
    {
      type: { const: 'about:blank' },
      title: text("The status's standard phrase."),
      status: { type: 'integer' },
      code: { enum: Object.keys(codes), description: 'The kind of problem, for programs.' },
      detail: text('The description, for people.'),
      requestId: text('The same as in the header x-request-id and in the log.'),
    },
    {
      errors: list(
        'With `payload_invalid`: each field that is not as expected, at most 20.',
        answer('A field.', {
          path: text('The path of the field.'),
          expected: text('What is expected there.'),
        }),
      ),
    },
  ),
};

/** What an invalid body lacks, for the example of `payload_invalid`. */
export type FieldErrors = Parameters<typeof problem.payloadInvalid>[0];

/** All problems of a route, with the service's texts. */
function problemsOf(route: Route, wrongShape: FieldErrors): readonly problem.Problem[] {
  const header = [route.signatureHeader];
  const handles = (workload: Workload) => route.handles.includes(workload);
  return [
    problem.bodyNotJson(),
    problem.signatureMissing(header),
    problem.signatureInvalid(header),
    problem.timestampOutOfTolerance(),
    problem.accountForbidden(),
    problem.payloadTooLarge(route.maxBodyBytes),
    problem.payloadInvalid(wrongShape),
    ...(route.acceptsApiKey ? [problem.apiKeyInvalid()] : []),
    ...(handles('leads') ? [problem.unknownAccount()] : []),
    problem.secretsUnavailable(route.retryStatus),
    // A function call with this fault gets 200 and the fault as its result.
    ...(handles('leads') || handles('reports') ? [problem.storageUnavailable(route.retryStatus)] : []),
    problem.internalError(),
  ];
}

/** The error responses of a route, by status. */
export function problemResponses(route: Route, wrongShape: FieldErrors): Schema {
  const byStatus = Map.groupBy(problemsOf(route, wrongShape), ({ status }) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, problems]) => [String(status), problemResponse(problems)]),
  );
}

function problemResponse(problems: readonly problem.Problem[]): Schema {
  const answers = problems.map((one) => ({ code: one.code, ...one.toAnswer(REQUEST_ID) }));
  const retry = answers.some(({ headers }) => 'retry-after' in headers);
  return {
    description: problems.map(({ code }) => `\`${code}\``).join(', '),
    headers: {
      'x-request-id': { $ref: '#/components/headers/RequestId' },
      ...(retry && { 'retry-after': { $ref: '#/components/headers/RetryAfter' } }),
    },
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(answers.map(({ code, body }) => [code, { value: body }])),
      },
    },
  };
}
