import { UserManager } from 'oidc-client-ts';
import { scopes } from '../../../lib/board/claims.ts';

/** How the page gets tokens. */
export interface Session {
  /** The access token; undefined if nobody is signed in. */
  token(): Promise<string | undefined>;
  /** The id of the user who is signed in or whose sign-in has expired. Absent for `npm start`. */
  user?(): Promise<string | undefined>;
  /** Goes to the sign-in page, which returns to the same address. Absent for `npm start`. */
  signIn?(): Promise<void>;
  /** Ends the session, also at the issuer, and shows the page as before a sign-in. */
  signOut(): Promise<void>;
}

/** Where users sign in, as `config.json` beside the page says. */
interface SignInConfig {
  readonly issuer: string;
  readonly clientId: string;
  /** Cognito's page that ends a session. Other issuers have the standard page of OpenID Connect. */
  readonly signOutUrl?: string;
}

const LOCAL_TOKEN = 'board-token';

/**
 * Gets tokens from the issuer that `config.json` names. `npm start` serves no such file: it puts a token into the address's
 * fragment, which no server sees.
 */
export async function startSession(): Promise<Session> {
  const answer = await fetch('config.json', { cache: 'no-cache' });
  if (answer.ok) return await oidcSession(await answer.json());
  return localSession(answer.status === 404 ? localToken() : undefined);
}

/** Takes the token out of the address, or returns this tab's last one. */
function localToken(): string | undefined {
  const given = /^#([\w-]{20,})$/.exec(location.hash)?.[1];
  if (given !== undefined) {
    sessionStorage.setItem(LOCAL_TOKEN, given);
    history.replaceState(null, '', location.pathname + location.search);
  }
  return sessionStorage.getItem(LOCAL_TOKEN) ?? undefined;
}

function localSession(token: string | undefined): Session {
  let current = token;
  return {
    token: async () => current,
    signOut: async () => {
      current = undefined;
      sessionStorage.removeItem(LOCAL_TOKEN);
      location.reload();
    },
  };
}

async function oidcSession({ issuer, clientId, signOutUrl }: SignInConfig): Promise<Session> {
  const page = location.origin + location.pathname;
  const users = new UserManager({
    authority: issuer,
    client_id: clientId,
    redirect_uri: page,
    post_logout_redirect_uri: page,
    scope: ['openid', ...scopes].join(' '),
  });
  if (new URLSearchParams(location.search).has('code')) {
    const state = (await users.signinCallback())?.state;
    history.replaceState(null, '', typeof state === 'string' ? state : page);
  }
  return {
    token: async () => {
      const user = await users.getUser();
      if (user === null || !user.expired) return user?.access_token;
      return (await users.signinSilent().catch(() => null))?.access_token;
    },
    user: async () => (await users.getUser())?.profile.sub,
    signIn: () => users.signinRedirect({ state: location.pathname + location.search }),
    signOut: async () => {
      // Cognito can't revoke access tokens, but without a refresh token nobody gets another one.
      await users.revokeTokens(['refresh_token']).catch(() => undefined);
      if (signOutUrl !== undefined) {
        await users.removeUser();
        location.assign(`${signOutUrl}?${new URLSearchParams({ client_id: clientId, logout_uri: page })}`);
        return;
      }
      // Without such a page, the issuer's session goes on.
      await users.signoutRedirect().catch(async () => {
        await users.removeUser();
        location.reload();
      });
    },
  };
}
