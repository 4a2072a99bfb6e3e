import { HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Construct } from 'constructs';
import { PAGES_PATH } from '../../lib/pages/routes.ts';
import { pageGrants } from '../grants.ts';
import { LoggedApi } from './api.ts';
import type { ServiceTable } from './dispatch-table.ts';
import { ServiceFunction } from './service-function.ts';
import type { StagePolicy } from './stage.ts';

export interface PagesProps {
  readonly table: ServiceTable;
  readonly policy: StagePolicy;
}

/** The pages that messages link to. */
export class Pages extends Construct {
  readonly function: ServiceFunction;
  /** Separate, because anybody may ask for pages: a flood of that must not use up what platforms or dispatchers need. */
  readonly api: LoggedApi;
  /** The address of the pages, without a slash at its end. */
  readonly url: string;

  constructor(scope: Construct, id: string, { table, policy }: PagesProps) {
    super(scope, id);
    this.function = new ServiceFunction(this, 'Show', {
      description: 'The pages that messages link to',
      folder: 'pages',
      memorySize: 512,
      policy,
      on: { table, grants: pageGrants },
    });
    this.api = new LoggedApi(this, 'Http', { policy });
    this.url = this.api.api.apiEndpoint;
    const integration = new HttpLambdaIntegration('pages', this.function.function);
    this.api.add(PAGES_PATH, HttpMethod.ANY, { integration });
  }
}
