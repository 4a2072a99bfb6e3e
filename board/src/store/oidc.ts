// All that the page needs of the library. A module that is read later is kept whole, except for what this one leaves out.

export { OidcClient } from 'oidc-client-ts';
