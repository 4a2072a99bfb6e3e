import type { SigninResponse } from 'oidc-client-ts';
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
type Kept = Pick<
  SigninResponse,
  'access_token' | 'expires_at' | 'refresh_token' | 'id_token' | 'scope' | 'session_state' | 'profile'
>;

const KEPT = 'board-user';
/** A token is renewed this many seconds before it expires. */
const AHEAD = 30;

function keptUser(): Kept | undefined {
  const kept = sessionStorage.getItem(KEPT);
  return kept === null ? undefined : JSON.parse(kept);
}

/** Keeps a user who has signed in, or whose token was renewed. */
const keep = (user: Kept): void => sessionStorage.setItem(KEPT, JSON.stringify(user));

/** How long a user's token is good, in seconds. */
const secondsLeft = ({ expires_at = 0 }: Kept): number => expires_at - Date.now() / 1_000;

async function oidcSession({ issuer, clientId, signOutUrl }: SignInConfig): Promise<Session> {
  const page = location.origin + location.pathname;
  const client = lazily(async () => {
    const { OidcClient } = await import('./oidc.ts');
    return new OidcClient({
      authority: issuer,
      client_id: clientId,
      redirect_uri: page,
      post_logout_redirect_uri: page,
      scope: ['openid', ...scopes].join(' '),
    });
  });
  if (new URLSearchParams(location.search).has('code')) {
    const user = await (await client()).processSigninResponse(location.href);
    keep(user);
    history.replaceState(null, '', typeof user.userState === 'string' ? user.userState : page);
  }
  /** False also for a user who signs out while a token is renewed. */
  const isSignedIn = () => keptUser() !== undefined;
  const renew = async (user: Kept): Promise<string | undefined> => {
    const { refresh_token, access_token } = user;
    if (refresh_token !== undefined)
      try {
        const renewed = await (await client()).useRefreshToken({ state: { ...user, refresh_token } });
        // An issuer need not answer with another refresh token.
        if (isSignedIn()) keep({ ...user, ...renewed });
        return isSignedIn() ? renewed.access_token : undefined;
      } catch {
        // The next request tries again. Without a connection it fails anyway.
      }
    return secondsLeft(user) > 0 && isSignedIn() ? access_token : undefined;
  };
  let renewing: Promise<string | undefined> | undefined;
  return {
    async token() {
      const user = keptUser();
      if (user === undefined || secondsLeft(user) > AHEAD) return user?.access_token;
      // Requests that are sent together share one renewal, because a refresh token may be good only once.
      renewing ??= renew(user).finally(() => {
        renewing = undefined;
      });
      return await renewing;
    },
    user: async () => keptUser()?.profile.sub,
    async signIn() {
      const state = location.pathname + location.search;
      const { url } = await (await client()).createSigninRequest({ state });
      location.assign(url);
    },
    async signOut() {
      const user = keptUser();
      sessionStorage.removeItem(KEPT);
      const oidc = await client();
      // Cognito can't revoke access tokens, but without a refresh token nobody gets another one.
      if (user?.refresh_token !== undefined)
        await oidc.revokeToken(user.refresh_token, 'refresh_token').catch(() => undefined);
      if (signOutUrl !== undefined) {
        location.assign(`${signOutUrl}?${new URLSearchParams({ client_id: clientId, logout_uri: page })}`);
        return;
      }
      await oidc
        .createSignoutRequest(user?.id_token === undefined ? {} : { id_token_hint: user.id_token })
        .then(
          ({ url }) => location.assign(url),
          // Without such a page, the issuer's session goes on.
          () => location.reload(),
        );
    },
  };
}
