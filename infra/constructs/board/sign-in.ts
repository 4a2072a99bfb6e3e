import { Aws, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  AccountRecovery,
  CfnManagedLoginBranding,
  ClientAttributes,
  FeaturePlan,
  type IUserPool,
  LambdaVersion,
  ManagedLoginVersion,
  Mfa,
  OAuthScope,
  ResourceServerScope,
  StringAttribute,
  UserPool,
  type UserPoolClient,
  UserPoolOperation,
} from 'aws-cdk-lib/aws-cognito';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { ACCOUNTS_CLAIM, RESOURCE_SERVER, scopeNames } from '../../../lib/board/claims.ts';
import type { BoardOptions } from '../../options.ts';
import { ServiceFunction } from '../service-function.ts';
import type { StagePolicy } from '../stage.ts';

export interface SignInProps {
  readonly policy: StagePolicy;
  /** The address of the board, to which people return from the sign-in. */
  readonly pageUrl: string;
  readonly options: BoardOptions;
}

const scopeDescriptions = { read: 'See the board', write: 'Change the board' } as const;
const ATTRIBUTE = ACCOUNTS_CLAIM.replace('custom:', '');

const domainPrefixOf = (scope: Construct): string =>
  `${Stack.of(scope).stackName.toLowerCase()}-${Aws.ACCOUNT_ID}`;

/** The host of the stack's sign-in page. */
export const signInHost = (scope: Construct): string =>
  `${domainPrefixOf(scope)}.auth.${Stack.of(scope).region}.amazoncognito.com`;

/** The dispatchers, who are invited and can't sign up by themselves, and their sign-in page. */
export class SignIn extends Construct {
  readonly pool: UserPool | IUserPool;
  readonly issuer: string;
  /** The page's client. It is public, so it has a proof key in place of a secret. */
  readonly client: UserPoolClient;
  /** Adds the claim of accounts to tokens. */
  readonly claims: ServiceFunction;
  /** Whether everybody needs a second factor. */
  readonly requiresMfa: boolean;

  constructor(scope: Construct, id: string, props: SignInProps) {
    super(scope, id);
    const { policy, pageUrl, options } = props;
    const { mfa, existingUserPool } = options;
    this.requiresMfa = mfa !== 'optional';
    this.claims = new ServiceFunction(this, 'Claims', {
      description: 'Copies the accounts of a dispatcher into the access token',
      // Users that outlive the stack call the function of the next stack by its name.
      functionName: `${Stack.of(this).stackName}-board-claims`,
      folder: 'board-claims',
      memorySize: 128,
      policy,
    });
    this.pool = existingUserPool === undefined ? this.newPool(props) : this.attached(existingUserPool);
    const { region } = Stack.of(this);
    this.issuer = `https://cognito-idp.${region}.amazonaws.com/${this.pool.userPoolId}`;
    this.pool.addDomain('Domain', {
      cognitoDomain: { domainPrefix: domainPrefixOf(this) },
      // Only the newer sign-in page asks for an authenticator app at the first sign-in, and shows the code to scan.
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    this.client = this.clientOf(pageUrl);
    new CfnManagedLoginBranding(this, 'Branding', {
      userPoolId: this.pool.userPoolId,
      clientId: this.client.userPoolClientId,
      // Without a style, Cognito shows no sign-in page.
      useCognitoProvidedValues: true,
    });
  }

  private newPool({ policy, pageUrl }: SignInProps): UserPool {
    const pool = new UserPool(this, 'Users', {
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      mfa: this.requiresMfa ? Mfa.REQUIRED : Mfa.OPTIONAL,
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
        emailBody:
          `Open the dispatch board at ${pageUrl} and sign in as {username} with the password {####} within three days.` +
          (this.requiresMfa
            ? ' Have an authenticator app ready on your phone: you will be asked to add the board to it.'
            : ''),
      },
      deletionProtection: policy.deletionProtection,
      removalPolicy: policy.removalPolicy,
    });
    pool.addTrigger(UserPoolOperation.PRE_TOKEN_GENERATION_CONFIG, this.claims.function, LambdaVersion.V2_0);
    return pool;
  }

  /** Users of a deleted stack. Their pool still calls the function of claims by its name. */
  private attached(id: string): IUserPool {
    const pool = UserPool.fromUserPoolId(this, 'ExistingUsers', id);
    this.claims.function.addPermission('OfExistingUsers', {
      principal: new ServicePrincipal('cognito-idp.amazonaws.com'),
      sourceArn: pool.userPoolArn,
    });
    return pool;
  }

  private clientOf(pageUrl: string): UserPoolClient {
    const scopes = scopeNames.map(
      (scopeName) => new ResourceServerScope({ scopeName, scopeDescription: scopeDescriptions[scopeName] }),
    );
    const server = this.pool.addResourceServer('Scopes', { identifier: RESOURCE_SERVER, scopes });
    const client = this.pool.addClient('Page', {
      generateSecret: false,
      // Passwords never pass through the page itself.
      authFlows: {},
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, ...scopes.map((scope) => OAuthScope.resourceServer(server, scope))],
        callbackUrls: [pageUrl],
        logoutUrls: [pageUrl],
      },
      accessTokenValidity: Duration.minutes(15),
      idTokenValidity: Duration.minutes(15),
      refreshTokenValidity: Duration.hours(12),
      enableTokenRevocation: true,
      preventUserExistenceErrors: true,
      // Users must not write the attribute that lists their accounts.
      writeAttributes: new ClientAttributes().withStandardAttributes({ fullname: true }),
    });
    client.applyRemovalPolicy(RemovalPolicy.DESTROY);
    return client;
  }
}
