import { Stack } from 'aws-cdk-lib';
import { HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Construct } from 'constructs';
import { buildPage } from '../../../board/build.ts';
import { BOARD_PATH, boardMethods, scopeOf } from '../../../lib/board/routes.ts';
import { boardGrants } from '../../grants.ts';
import type { StageOptions } from '../../options.ts';
import { LoggedApi } from '../api/logged-api.ts';
import type { ServiceTable } from '../dispatch-table.ts';
import { ServiceFunction } from '../service-function.ts';
import type { StagePolicy } from '../stage.ts';
import { Page } from './page.ts';
import { SignIn, signInHost } from './sign-in.ts';

export interface BoardProps {
  readonly table: ServiceTable;
  readonly policy: StagePolicy;
  /** The folder that holds `functions/` and `package-lock.json`. */
  readonly projectRoot: string;
  readonly options: Exclude<StageOptions['board'], false>;
}

/** The issuer whose tokens the API accepts, and what the page needs to get one. */
interface Issuer {
  readonly issuer: string;
  readonly clientId: string;
  readonly audience: string;
}

/** The dispatchers' board: its API, its page, and who may use them. */
export class Board extends Construct {
  readonly function: ServiceFunction;
  /** Separate, because requests that the page repeats all day would hide how long platforms wait. */
  readonly api: LoggedApi;
  readonly page: Page;
  /** Absent if users come from another issuer. */
  readonly signIn?: SignIn;
  readonly issuer: Issuer;

  constructor(scope: Construct, id: string, props: BoardProps) {
    super(scope, id);
    const { table, policy, projectRoot, options } = props;
    const { oidc, mfa, existingUserPool } = options;
    this.function = new ServiceFunction(this, 'Api', {
      description: "The dispatchers' API",
      folder: 'board',
      memorySize: 512,
      policy,
      projectRoot,
      environment: { TABLE_NAME: table.tableName, AWS_ENDPOINT_URL_DYNAMODB: '' },
    });
    this.function.allowOn(table, boardGrants);
    const hosts =
      oidc === undefined
        ? [`https://${signInHost(this)}`, `https://cognito-idp.${Stack.of(this).region}.amazonaws.com`]
        : [new URL(oidc.issuer).origin];
    this.api = new LoggedApi(this, 'Http', { policy });
    this.page = new Page(this, 'Page', { api: this.api.api, connectTo: hosts, policy });
    if (oidc === undefined) {
      const { url: pageUrl } = this.page;
      this.signIn = new SignIn(this, 'SignIn', { policy, projectRoot, pageUrl, mfa, existingUserPool });
    }
    this.issuer = oidc ?? this.ownIssuer();
    const { issuer, clientId } = this.issuer;
    const signOutUrl = this.signIn === undefined ? undefined : `https://${signInHost(this)}/logout`;
    const release = this.page.files.publish(buildPage(), { issuer, clientId, signOutUrl });
    // A new page may ask for what only the new function knows.
    release.node.addDependency(this.function);
    const authorizer = new HttpJwtAuthorizer('Token', this.issuer.issuer, {
      jwtAudience: [this.issuer.audience],
    });
    const integration = new HttpLambdaIntegration('board', this.function.function);
    for (const method of boardMethods) {
      const authorizationScopes = [scopeOf[method]];
      this.api.add(BOARD_PATH, HttpMethod[method], { integration, authorizer, authorizationScopes });
    }
  }

  private ownIssuer(): Issuer {
    if (this.signIn === undefined) throw new Error('The board has no sign-in');
    const { userPoolClientId: clientId } = this.signIn.client;
    return { issuer: this.signIn.issuer, clientId, audience: clientId };
  }
}
