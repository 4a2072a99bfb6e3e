import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Problem } from './problem.ts';

/** The response of a use case. Without `body` the response is empty. */
export interface Answer {
  readonly status: number;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export function answerResponse(answer: Answer, requestId: string): APIGatewayProxyStructuredResultV2 {
  const headers = { ...answer.headers, 'x-request-id': requestId };
  if (answer.body === undefined) return { statusCode: answer.status, headers };
  return {
    statusCode: answer.status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(answer.body),
  };
}

export function problemResponse(problem: Problem, requestId: string): APIGatewayProxyStructuredResultV2 {
  const { status, retryAfterSeconds } = problem;
  return {
    statusCode: status,
    headers: {
      'content-type': 'application/problem+json',
      'x-request-id': requestId,
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    },
    body: JSON.stringify(problem.toBody(requestId)),
  };
}
