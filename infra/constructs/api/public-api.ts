import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { RouteId } from '../../../lib/routes.ts';
import type { StageOptions } from '../../options.ts';
import type { StagePolicy } from '../stage.ts';
import { CustomDomain } from './custom-domain.ts';
import { Edge, hiddenStageName } from './edge.ts';
import { WebhookApi } from './webhook-api.ts';

export interface PublicApiProps {
  readonly options: Pick<StageOptions, 'domain' | 'edge'>;
  /** A function, or an alias of one, for each route. */
  readonly functions: ReadonlyMap<RouteId, IFunction>;
  readonly policy: StagePolicy;
}

/** The public address of the API. */
export interface PublicApi {
  readonly api: WebhookApi;
  readonly edge?: Edge;
  /** The common prefix of the URLs of all routes. */
  readonly baseUrl: string;
  /** The prefix of the URLs that AWS assigns to the API; `off` if they are disabled. */
  readonly defaultEndpoint: string;
  /** The target of the domain's DNS record. */
  readonly domainTarget?: string;
}

/** The API by itself, or behind CloudFront; under the given domain or that of AWS. */
export function createPublicApi(scope: Construct, { options, functions, policy }: PublicApiProps): PublicApi {
  const { domain, edge: limits } = options;
  if (limits === undefined) {
    const domainName = domain && new CustomDomain(scope, 'Domain', domain).domainName;
    // Enabled beside a domain, it would bypass whatever protects that domain.
    const isOpen = domain?.keepDefaultEndpoint ?? true;
    const shared = { functions, policy, defaultEndpoint: isOpen };
    const api = new WebhookApi(scope, 'Webhooks', { ...shared, domain: domainName });
    const defaultEndpoint = isOpen ? api.api.apiEndpoint : 'off';
    return domainName === undefined
      ? { api, defaultEndpoint, baseUrl: defaultEndpoint }
      : {
          api,
          defaultEndpoint,
          baseUrl: `https://${domainName.name}`,
          domainTarget: domainName.regionalDomainName,
        };
  }
  const apiStage = hiddenStageName(scope);
  const webhooks = new WebhookApi(scope, 'Webhooks', {
    functions,
    policy,
    // For CloudFront only: other requests get no answer.
    defaultEndpoint: true,
    stageName: apiStage,
  });
  const { requestsPerMinute } = limits;
  const { api } = webhooks;
  const edge = new Edge(scope, 'Edge', { api, apiStage, requestsPerMinute, domain, policy });
  const { domainName } = edge;
  return {
    api: webhooks,
    edge,
    defaultEndpoint: 'off',
    baseUrl: `https://${domain?.name ?? domainName}`,
    domainTarget: domainName,
  };
}
