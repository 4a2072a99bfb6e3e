/** Who signs in, and where. */
export interface SigningIn {
  readonly region: string;
  readonly userPoolId: string;
  readonly clientId: string;
  readonly sub: string;
  /** Attributes of the user beside `sub`. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly scopes: readonly string[];
}

/** What Cognito sends to the function that adds claims to an access token. */
export const tokenEvent = ({ region, userPoolId, clientId, sub, attributes, scopes }: SigningIn): object => ({
  version: '2',
  triggerSource: 'TokenGeneration_HostedAuth',
  region,
  userPoolId,
  userName: sub,
  callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId },
  request: {
    userAttributes: { sub, 'cognito:user_status': 'CONFIRMED', ...attributes },
    groupConfiguration: { groupsToOverride: [], iamRolesToOverride: [], preferredRole: null },
    scopes,
  },
  response: { claimsAndScopeOverrideDetails: null },
});

/** The claims that the function's answer adds. */
export function addedClaims(answer: unknown): Readonly<Record<string, string>> {
  const details = Object(Object(Object(answer).response).claimsAndScopeOverrideDetails);
  return Object(Object(details.accessTokenGeneration).claimsToAddOrOverride);
}
