import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { addedClaims, tokenEvent } from '../../../local/board/token-claims.ts';
import type { InvokeFor } from './http-api.ts';
import { REGION } from './names.ts';
import type { DeployedStack } from './stack.ts';
import { type IssuerKeys, signToken } from './tokens.ts';

/** The sign-in that a template deploys. */
export interface SignIn {
  readonly keys: IssuerKeys;
  /** The access token of a user with these attributes who signs in on the page. */
  accessToken(attributes: Readonly<Record<string, string>>, scopes?: readonly string[]): Promise<string>;
}

interface SignInDependencies {
  readonly stack: DeployedStack;
  readonly invoke: InvokeFor;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Makes access tokens as the template's user pool does: its client, its scopes, its function for claims. */
export function signInOf({ stack, invoke, now }: SignInDependencies): SignIn {
  const [pool] = stack.ofType('AWS::Cognito::UserPool');
  const client = stack
    .ofType('AWS::Cognito::UserPoolClient')
    .find(({ properties }) => properties.UserPoolId === pool?.ref);
  if (pool === undefined || client === undefined)
    throw new Error('The template has no user pool with a client');
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const issuer = pool.attribute('ProviderURL');
  const { LambdaArn, LambdaVersion } = pool.properties.LambdaConfig.PreTokenGenerationConfig;
  const known = new Set<string>(pool.properties.Schema.map(({ Name }: { Name: string }) => `custom:${Name}`));

  async function accessToken(
    attributes: Readonly<Record<string, string>>,
    scopes: readonly string[] = client?.properties.AllowedOAuthScopes,
  ): Promise<string> {
    const unknown = Object.keys(attributes).filter((name) => name.startsWith('custom:') && !known.has(name));
    if (unknown.length > 0 || LambdaVersion !== 'V2_0')
      throw new Error('The user pool has no such attribute');
    const sub = randomUUID();
    const ids = { region: REGION, userPoolId: String(pool?.ref), clientId: String(client?.ref) };
    const event = tokenEvent({ ...ids, sub, attributes, scopes });
    const answer = await invoke(
      LambdaArn,
      'cognito-idp.amazonaws.com',
      String(pool?.attribute('Arn')),
      event,
    );
    return signToken({ ...claimsOf(sub), scope: scopes.join(' '), ...addedClaims(answer) }, privateKey);
  }

  function claimsOf(sub: string) {
    const at = Math.floor(now() / 1000);
    const minutes = Number(client?.properties.AccessTokenValidity);
    return { sub, iss: issuer, client_id: client?.ref, token_use: 'access', iat: at, exp: at + minutes * 60 };
  }

  return { keys: new Map<string, KeyObject>([[issuer, publicKey]]), accessToken };
}
