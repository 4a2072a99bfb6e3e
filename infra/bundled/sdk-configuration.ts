/**
 * Replaces the SDK's configuration in a function's bundle, which also looks in files of a home folder and asks the
 * machine for its region: a Lambda's configuration is in its environment.
 */

type Environment = Readonly<Record<string, string | undefined>>;

/** Where the value of a setting comes from. */
interface Setting<Value> {
  readonly environmentVariableSelector: (
    environment: Environment,
    options: { readonly signingName?: string },
  ) => Value | undefined;
  readonly default?: Value | (() => Value | Promise<Value>);
}

export class ProviderError extends Error {
  override readonly name: string = 'ProviderError';
}

export class CredentialsProviderError extends ProviderError {
  override readonly name = 'CredentialsProviderError';
}

/** A setting from the environment, or its default. Read once. */
export function loadConfig<Value>(
  { environmentVariableSelector, default: otherwise }: Setting<Value>,
  { signingName }: { readonly signingName?: string } = {},
): () => Promise<Value | undefined> {
  const options = signingName === undefined ? {} : { signingName };
  const load = async () =>
    environmentVariableSelector(process.env, options) ??
    (otherwise instanceof Function ? await otherwise() : otherwise);
  let loaded: Promise<Value | undefined> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
}

export const SelectorType = { ENV: 'env', CONFIG: 'shared config entry' } as const;
export const CONFIG_PREFIX_SEPARATOR = '.';

/** A setting that is `true` or `false`; undefined without it. */
export function booleanSelector(environment: Environment, name: string): boolean | undefined {
  const value = environment[name];
  if (value === undefined) return undefined;
  if (value !== 'true' && value !== 'false') throw new Error(`${name} must be true or false`);
  return value === 'true';
}

const flag = (name: string): Setting<boolean> => ({
  environmentVariableSelector: (environment) => booleanSelector(environment, name),
  default: false,
});

export const DEFAULT_USE_DUALSTACK_ENDPOINT = false;
export const DEFAULT_USE_FIPS_ENDPOINT = false;
export const NODE_USE_DUALSTACK_ENDPOINT_CONFIG_OPTIONS = flag('AWS_USE_DUALSTACK_ENDPOINT');
export const NODE_USE_FIPS_ENDPOINT_CONFIG_OPTIONS = flag('AWS_USE_FIPS_ENDPOINT');
export const REGION_ENV_NAME = 'AWS_REGION';
export const REGION_INI_NAME = 'region';
export const NODE_REGION_CONFIG_FILE_OPTIONS = {};
export const NODE_REGION_CONFIG_OPTIONS: Setting<string> = {
  environmentVariableSelector: ({ AWS_REGION }) => AWS_REGION,
  default: () => {
    throw new Error('AWS_REGION is missing');
  },
};

/** Only a time limit for connections depends on the mode, and both clients have their own. */
export const resolveDefaultsModeConfig = () => (): Promise<string> => Promise.resolve('legacy');

type Provided<Value> = Value | (() => Promise<Value>);

/** A client's region and whether its endpoints are those of FIPS 140. */
export function resolveRegionConfig<
  Config extends { readonly region: Provided<string>; readonly useFipsEndpoint?: Provided<boolean> },
>(config: Config) {
  const { region, useFipsEndpoint = false } = config;
  return Object.assign(config, {
    region: async () => (region instanceof Function ? await region() : region),
    useFipsEndpoint: async () =>
      useFipsEndpoint instanceof Function ? await useFipsEndpoint() : useFipsEndpoint,
  });
}
