import { Stack } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { RouteId } from '../../../lib/routes.ts';
import type { StageOptions } from '../../options.ts';
import type { StagePolicy } from '../stage.ts';
import { CustomDomain } from './custom-domain.ts';
import { FrontDoor, hiddenStageName } from './front-door.ts';
import { WebhookApi } from './webhook-api.ts';

export interface EntranceProps {
  readonly options: Pick<StageOptions, 'domain' | 'frontDoor'>;
  /** A function, or an alias of one, for each route. */
  readonly functions: ReadonlyMap<RouteId, IFunction>;
  readonly policy: StagePolicy;
}

/** How webhooks come in. */
export interface Entrance {
  readonly api: WebhookApi;
  readonly frontDoor?: FrontDoor;
  /** What the URLs of all routes begin with. */
  readonly baseUrl: string;
  /** What the URLs that AWS gives the API begin with, or that they don't work. */
  readonly defaultEndpoint: string;
  /** Where CloudFront reaches the API: a host, and what paths begin with there. */
  readonly origin: { readonly host: string; readonly path?: string };
  /** What the domain's record has to point to. */
  readonly domainTarget?: string;
}

/** The API by itself, or behind a front door; under a domain of one's own or that of AWS. */
export function makeEntrance(scope: Construct, { options, functions, policy }: EntranceProps): Entrance {
  const { domain, frontDoor: limits } = options;
  if (limits === undefined) {
    const domainName = domain && new CustomDomain(scope, 'Domain', domain).domainName;
    // Left on behind a domain, it would go around whatever is put in front of that.
    const isOpen = domain?.keepDefaultEndpoint ?? true;
    const shared = { functions, policy, defaultEndpoint: isOpen };
    const api = new WebhookApi(scope, 'Webhooks', { ...shared, domain: domainName });
    const defaultEndpoint = isOpen ? api.api.apiEndpoint : 'off';
    return domainName === undefined
      ? { api, defaultEndpoint, baseUrl: defaultEndpoint, origin: { host: hostOf(scope, api) } }
      : {
          api,
          defaultEndpoint,
          origin: { host: domainName.name },
          baseUrl: `https://${domainName.name}`,
          domainTarget: domainName.regionalDomainName,
        };
  }
  const apiStage = hiddenStageName(scope);
  const webhooks = new WebhookApi(scope, 'Webhooks', {
    functions,
    policy,
    // For CloudFront: to anyone else it answers nothing.
    defaultEndpoint: true,
    stageName: apiStage,
  });
  const { requestsPerMinute } = limits;
  const { api } = webhooks;
  const frontDoor = new FrontDoor(scope, 'FrontDoor', { api, apiStage, requestsPerMinute, domain, policy });
  const { domainName } = frontDoor;
  return {
    api: webhooks,
    frontDoor,
    origin: { host: hostOf(scope, webhooks), path: `/${apiStage}` },
    defaultEndpoint: 'off',
    baseUrl: `https://${domain?.name ?? domainName}`,
    domainTarget: domainName,
  };
}

const hostOf = (scope: Construct, { api }: WebhookApi): string =>
  `${api.apiId}.execute-api.${Stack.of(scope).region}.amazonaws.com`;
