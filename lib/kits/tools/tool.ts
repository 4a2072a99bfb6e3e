import type { Account } from '../../accounts/account.ts';

export interface ToolServer {
  /** The base URL of the service, without a trailing slash. */
  readonly base: string;
  /** The platform's id for its signing credential, if it uses such ids. */
  readonly credentialId: string;
  /** The tools name the services and rules of this company. */
  readonly account?: Account | undefined;
}

/** The platform decides which of these places has the tool's name. */
export type Tool = { readonly name: string } | { readonly function: { readonly name: string } };
