import type { PreTokenGenerationV2TriggerEvent } from 'aws-lambda';
import { ACCOUNTS_CLAIM } from '../../lib/board/claims.ts';

/** Copies a user's accounts, name and e-mail address into the access token, which otherwise has no user attributes. */
export const createHandler =
  () =>
  async (event: PreTokenGenerationV2TriggerEvent): Promise<PreTokenGenerationV2TriggerEvent> => {
    const { [ACCOUNTS_CLAIM]: accounts = '', name, email } = event.request.userAttributes;
    const added = { [ACCOUNTS_CLAIM]: accounts, ...(name && { name }), ...(email && { email }) };
    return {
      ...event,
      response: {
        claimsAndScopeOverrideDetails: {
          accessTokenGeneration: { claimsToAddOrOverride: added },
        },
      },
    };
  };
