import { Stack } from 'aws-cdk-lib';
import { HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Construct } from 'constructs';
import { buildPage } from '../../../board/build.ts';
import { BOARD_PATH, boardMethods, scopeOf } from '../../../lib/board/routes.ts';
import { boardGrants } from '../../grants.ts';
import type { BoardOptions } from '../../options.ts';
import { LoggedApi } from '../api.ts';
import type { ServiceTable } from '../dispatch-table.ts';
import { ServiceFunction } from '../service-function.ts';
import type { StagePolicy } from '../stage.ts';
import { BoardLive } from './live.ts';
import { Page } from './page.ts';
import { SignIn, signInHost } from './sign-in.ts';
import { BoardUpdates } from './updates.ts';

export interface BoardProps {
  readonly table: ServiceTable;
  readonly policy: StagePolicy;
  readonly options: BoardOptions;
}

/** The dispatchers' board: its API, its page, and its users' sign-in. */
export class Board extends Construct {
  readonly function: ServiceFunction;
  /** Separate, because requests that the page repeats all day would hide how long platforms wait. */
  readonly api: LoggedApi;
  readonly page: Page;
  readonly updates: BoardUpdates;
  readonly live: BoardLive;
  /** Absent if users come from another issuer. */
  readonly signIn: SignIn | undefined;
  /** The issuer whose tokens the API accepts, and what the page needs to get a token. */
  readonly issuer: NonNullable<BoardOptions['oidc']>;

  constructor(scope: Construct, id: string, { table, policy, options }: BoardProps) {
    super(scope, id);
    const { oidc } = options;
    this.live = new BoardLive(this, 'Live', { table, policy });
    this.function = new ServiceFunction(this, 'Api', {
      description: "The dispatchers' API",
      folder: 'board',
      memorySize: 512,
      policy,
      on: { table, grants: boardGrants },
      environment: { LIVE_URL: this.live.url },
    });
    this.updates = new BoardUpdates(this, 'Updates', { table, live: this.live, policy });
    const signInUrl = `https://${signInHost(this)}`;
    const connectTo =
      oidc === undefined
        ? [signInUrl, `https://cognito-idp.${Stack.of(this).region}.amazonaws.com`]
        : [new URL(oidc.issuer).origin];
    this.api = new LoggedApi(this, 'Http', { policy });
    this.page = new Page(this, 'Page', {
      api: this.api.api,
      connectTo: [...connectTo, this.live.origin],
      policy,
    });
    if (oidc === undefined) {
      this.signIn = new SignIn(this, 'SignIn', { policy, pageUrl: this.page.url, options });
      const { userPoolClientId: clientId } = this.signIn.client;
      this.issuer = { issuer: this.signIn.issuer, clientId, audience: clientId };
    } else {
      this.issuer = oidc;
    }
    const { issuer, clientId, audience } = this.issuer;
    const signOutUrl = this.signIn && `${signInUrl}/logout`;
    const release = this.page.files.publish(buildPage(), { issuer, clientId, signOutUrl });
    // A new page may use operations that only the new function has.
    release.node.addDependency(this.function);
    const authorizer = new HttpJwtAuthorizer('Token', issuer, { jwtAudience: [audience] });
    const integration = new HttpLambdaIntegration('board', this.function.function);
    for (const method of boardMethods) {
      const authorizationScopes = [scopeOf[method]];
      this.api.add(BOARD_PATH, HttpMethod[method], { integration, authorizer, authorizationScopes });
    }
  }
}
