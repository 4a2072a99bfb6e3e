/**
 * Replaces the cache of DynamoDB's endpoint discovery in a function's bundle. The client creates one and, with discovery
 * off, never uses it.
 */
export class EndpointCache {}
