import type { PreTokenGenerationV2TriggerEvent } from 'aws-lambda';
import { ACCOUNTS_CLAIM } from '../../lib/board/claims.ts';

/** Copies the accounts of a user into the access token, which otherwise contains no user attributes. */
export const createHandler =
  () =>
  async (event: PreTokenGenerationV2TriggerEvent): Promise<PreTokenGenerationV2TriggerEvent> => {
    const accounts = event.request.userAttributes[ACCOUNTS_CLAIM] ?? '';
    return {
      ...event,
      response: {
        claimsAndScopeOverrideDetails: {
          accessTokenGeneration: { claimsToAddOrOverride: { [ACCOUNTS_CLAIM]: accounts } },
        },
      },
    };
  };
