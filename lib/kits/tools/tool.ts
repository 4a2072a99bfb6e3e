import type { Account } from '../../accounts/account.ts';

/** The target of a platform's tools. */
export interface ToolServer {
  /** The service's base URL, without a trailing slash. */
  readonly base: string;
  /** The platform's id for its signing credential, if it uses such ids. */
  readonly credentialId: string;
  /** The company whose services and rules the tools name. */
  readonly account?: Account | undefined;
}

/** A tool's definition. Its name is in one of these places, depending on the platform. */
export type Tool = { readonly name: string } | { readonly function: { readonly name: string } };
