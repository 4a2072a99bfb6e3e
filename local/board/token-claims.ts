/** A user who signs in, and the user pool and client that they use. */
export interface SigningIn {
  readonly region: string;
  readonly userPoolId: string;
  readonly clientId: string;
  readonly sub: string;
  /** The user's other attributes. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly scopes: readonly string[];
}

/** Returns the event that Cognito sends to the function that adds claims to an access token. */
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

/** Returns the claims that the function's answer adds. */
export function addedClaims(answer: unknown): Readonly<Record<string, string>> {
  const details = Object(Object(Object(answer).response).claimsAndScopeOverrideDetails);
  return Object(Object(details.accessTokenGeneration).claimsToAddOrOverride);
}
