import type { User } from 'oidc-client-ts';
import { scopes } from '../../../lib/board/claims.ts';
import { lazily } from '../../../lib/lazily.ts';

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

/** What the page keeps of a user in the tab, so that it reads the sign-in's library only to sign in, to renew and to sign out. */
interface Kept {
  readonly token: string;
  /** Epoch seconds. */
  readonly expiresAt: number;
  readonly user: string;
}

const KEPT = 'board-user';
/** A token is renewed this many seconds before it expires. */
const AHEAD = 30;

function keptUser(): Kept | undefined {
  const kept = sessionStorage.getItem(KEPT);
  return kept === null ? undefined : JSON.parse(kept);
}

/** Keeps a user who is signed in, or forgets the last one. Returns the token. */
function keep(user: User | null | undefined): string | undefined {
  if (!user || user.expired) {
    sessionStorage.removeItem(KEPT);
    return undefined;
  }
  const { access_token: token, expires_at: expiresAt = 0, profile } = user;
  sessionStorage.setItem(KEPT, JSON.stringify({ token, expiresAt, user: profile.sub } satisfies Kept));
  return token;
}

async function oidcSession({ issuer, clientId, signOutUrl }: SignInConfig): Promise<Session> {
  const page = location.origin + location.pathname;
  const users = lazily(async () => {
    const { UserManager } = await import('oidc-client-ts');
    return new UserManager({
      authority: issuer,
      client_id: clientId,
      redirect_uri: page,
      post_logout_redirect_uri: page,
      scope: ['openid', ...scopes].join(' '),
    });
  });
  if (new URLSearchParams(location.search).has('code')) {
    const user = await (await users()).signinCallback();
    keep(user);
    history.replaceState(null, '', typeof user?.state === 'string' ? user.state : page);
  }
  return {
    async token() {
      const kept = keptUser();
      if (kept !== undefined && kept.expiresAt - AHEAD > Date.now() / 1_000) return kept.token;
      const manager = await users();
      const user = await manager.getUser();
      if (user !== null && user.expired === false && kept === undefined) return keep(user);
      return user === null ? undefined : keep(await manager.signinSilent().catch(() => null));
    },
    user: async () => keptUser()?.user ?? (await (await users()).getUser())?.profile.sub,
    signIn: async () => (await users()).signinRedirect({ state: location.pathname + location.search }),
    async signOut() {
      sessionStorage.removeItem(KEPT);
      const manager = await users();
      // Cognito can't revoke access tokens, but without a refresh token nobody gets another one.
      await manager.revokeTokens(['refresh_token']).catch(() => undefined);
      if (signOutUrl !== undefined) {
        await manager.removeUser();
        location.assign(`${signOutUrl}?${new URLSearchParams({ client_id: clientId, logout_uri: page })}`);
        return;
      }
      // Without such a page, the issuer's session goes on.
      await manager.signoutRedirect().catch(async () => {
        await manager.removeUser();
        location.reload();
      });
    },
  };
}
