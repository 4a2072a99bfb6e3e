import { Aws, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  AccountRecovery,
  ClientAttributes,
  FeaturePlan,
  LambdaVersion,
  Mfa,
  OAuthScope,
  ResourceServerScope,
  StringAttribute,
  UserPool,
  type UserPoolClient,
  UserPoolOperation,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { ACCOUNTS_CLAIM } from '../../../lib/board/claims.ts';
import { ServiceFunction } from '../service-function.ts';
import type { StagePolicy } from '../stage.ts';

export interface SignInProps {
  readonly policy: StagePolicy;
  /** The folder that holds `functions/` and `package-lock.json`. */
  readonly projectRoot: string;
}

const ATTRIBUTE = ACCOUNTS_CLAIM.replace('custom:', '');

/** The dispatchers: invited, never signed up by themselves, and their sign-in page. */
export class SignIn extends Construct {
  readonly pool: UserPool;
  /** The log of the function that adds the claim of accounts. */
  readonly claims: ServiceFunction;
  /** The host of the sign-in page. */
  readonly host: string;

  constructor(scope: Construct, id: string, { policy, projectRoot }: SignInProps) {
    super(scope, id);
    this.claims = new ServiceFunction(this, 'Claims', {
      description: 'Copies the accounts of a dispatcher into the access token',
      folder: 'board-claims',
      memorySize: 128,
      policy,
      projectRoot,
    });
    this.pool = new UserPool(this, 'Users', {
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { sms: false, otp: true },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      // Access tokens with custom claims require it.
      featurePlan: FeaturePlan.ESSENTIALS,
      passwordPolicy: {
        minLength: 12,
        requireLowercase: true,
        requireUppercase: true,
        requireDigits: true,
        requireSymbols: true,
        tempPasswordValidity: Duration.days(3),
      },
      customAttributes: { [ATTRIBUTE]: new StringAttribute({ mutable: true, maxLen: 2048 }) },
      userInvitation: {
        emailSubject: 'Your access to the dispatch board',
        emailBody: 'Sign in to the dispatch board as {username} with the password {####} within three days.',
      },
      deletionProtection: policy.deletionProtection,
      removalPolicy: policy.removalPolicy,
    });
    this.pool.addTrigger(
      UserPoolOperation.PRE_TOKEN_GENERATION_CONFIG,
      this.claims.function,
      LambdaVersion.V2_0,
    );
    const domainPrefix = `${Stack.of(this).stackName.toLowerCase()}-${Aws.ACCOUNT_ID}`;
    this.pool.addDomain('Domain', { cognitoDomain: { domainPrefix } });
    this.host = `${domainPrefix}.auth.${Stack.of(this).region}.amazoncognito.com`;
  }

  /** The client of the page: public, so with a proof key in place of a secret. */
  addClient(pageUrl: string): UserPoolClient {
    const read = new ResourceServerScope({ scopeName: 'read', scopeDescription: 'See the board' });
    const write = new ResourceServerScope({ scopeName: 'write', scopeDescription: 'Change the board' });
    const server = this.pool.addResourceServer('Scopes', { identifier: 'dispatch', scopes: [read, write] });
    const client = this.pool.addClient('Page', {
      generateSecret: false,
      // No password ever goes through the page itself.
      authFlows: {},
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [
          OAuthScope.OPENID,
          OAuthScope.resourceServer(server, read),
          OAuthScope.resourceServer(server, write),
        ],
        callbackUrls: [pageUrl],
        logoutUrls: [pageUrl],
      },
      accessTokenValidity: Duration.minutes(15),
      idTokenValidity: Duration.minutes(15),
      refreshTokenValidity: Duration.hours(12),
      enableTokenRevocation: true,
      preventUserExistenceErrors: true,
      // Nobody may write the attribute that lists their accounts.
      writeAttributes: new ClientAttributes().withStandardAttributes({ fullname: true }),
    });
    client.applyRemovalPolicy(RemovalPolicy.DESTROY);
    return client;
  }
}
