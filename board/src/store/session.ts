import { UserManager } from 'oidc-client-ts';

/** How the page gets tokens. */
export interface Session {
  /** The access token; undefined while nobody is signed in. */
  token(): Promise<string | undefined>;
  /** Goes to the sign-in page and comes back to where one was. Absent on a machine of one's own. */
  signIn?(): Promise<void>;
  signOut(): Promise<void>;
}

/** Where users sign in, as `config.json` beside the page says. */
interface SignInConfig {
  readonly issuer: string;
  readonly clientId: string;
}

const LOCAL_TOKEN = 'board-token';

/** On a machine of one's own the token comes in the fragment, which no server sees; deployed, from the issuer. */
export async function startSession(): Promise<Session> {
  const given = /^#([\w-]{20,})$/.exec(location.hash)?.[1];
  if (given !== undefined) {
    sessionStorage.setItem(LOCAL_TOKEN, given);
    history.replaceState(null, '', location.pathname + location.search);
  }
  const local = sessionStorage.getItem(LOCAL_TOKEN);
  if (local !== null) return localSession(local);
  const answer = await fetch('config.json', { cache: 'no-cache' });
  if (!answer.ok) return localSession(undefined);
  return await oidcSession(await answer.json());
}

function localSession(token: string | undefined): Session {
  let current = token;
  return {
    token: async () => current,
    signOut: async () => {
      current = undefined;
      sessionStorage.removeItem(LOCAL_TOKEN);
    },
  };
}

async function oidcSession({ issuer, clientId }: SignInConfig): Promise<Session> {
  const page = location.origin + location.pathname;
  const users = new UserManager({
    authority: issuer,
    client_id: clientId,
    redirect_uri: page,
    post_logout_redirect_uri: page,
    scope: 'openid dispatch/read dispatch/write',
    automaticSilentRenew: true,
  });
  if (new URLSearchParams(location.search).has('code')) {
    const { state } = await users.signinCallback().then((user) => ({ state: user?.state }));
    history.replaceState(null, '', typeof state === 'string' ? state : page);
  }
  return {
    token: async () => {
      const user = await users.getUser();
      if (user === null || !user.expired) return user?.access_token;
      return (await users.signinSilent().catch(() => null))?.access_token;
    },
    signIn: () => users.signinRedirect({ state: location.pathname + location.search }),
    signOut: async () => {
      await users.revokeTokens().catch(() => undefined);
      await users.removeUser();
    },
  };
}
