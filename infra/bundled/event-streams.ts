// In place of @smithy/core/event-streams: the client of Lambda sets up event streams, which we don't use.
export const resolveEventStreamSerdeConfig = <Config>(config: Config): Config => config;
export const eventStreamSerdeProvider = () => ({});
