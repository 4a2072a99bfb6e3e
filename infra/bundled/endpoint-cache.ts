/**
 * Stands in a function's bundle for the cache of DynamoDB's endpoint discovery, of which the client makes one and, with
 * discovery off, never uses it.
 */
export class EndpointCache {}
