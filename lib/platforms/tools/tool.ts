/** Where a platform's tools call the service. */
export interface ToolServer {
  /** The service's base URL, without a slash at its end. */
  readonly base: string;
  /** The platform's id of the credential that signs, where it has such. */
  readonly credentialId: string;
}

/** A tool's definition; each platform has its name in one of these places. */
export type Tool = { readonly name: string } | { readonly function: { readonly name: string } };
