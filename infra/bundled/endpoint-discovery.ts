// Replaces DynamoDB's endpoint discovery in a function's bundle, which is off by default.

/** The setting that turns it on: never. */
export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = { environmentVariableSelector: () => undefined };

/** The client's configuration without it. */
export const resolveEndpointDiscoveryConfig = <Config>(config: Config): Config => config;
