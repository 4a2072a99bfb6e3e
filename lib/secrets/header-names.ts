/** Headers that HTTP, proxies or API Gateway set or interpret: they cannot carry a sender's signature. */
const standard = new Set([
  ...['accept', 'cache-control', 'connection', 'content-encoding', 'content-language', 'content-length'],
  ...[
    'content-location',
    'content-type',
    'cookie',
    'date',
    'expect',
    'forwarded',
    'from',
    'host',
    'keep-alive',
  ],
  ...[
    'max-forwards',
    'origin',
    'pragma',
    'range',
    'referer',
    'te',
    'trailer',
    'transfer-encoding',
    'upgrade',
  ],
  ...['user-agent', 'via', 'x-real-ip', 'baggage', 'traceparent', 'tracestate'],
  // Headers with another meaning next to a signature.
  ...['x-api-key', 'webhook-id', 'webhook-timestamp'],
]);
const families = ['accept-', 'access-control-', 'cf-', 'if-', 'proxy-', 'sec-', 'x-amz', 'x-forwarded-'];

/**
 * Whether a header, in lower case, may carry a key's signature or timestamp. `authorization` may, because it carries
 * bearer tokens.
 */
export function isOwnHeader(name: string): boolean {
  return !standard.has(name) && !families.some((family) => name.startsWith(family));
}
