/** Constants of token exchange (RFC 8693 sections 2 and 3). */
const urn = (name: string) => `urn:ietf:params:oauth:token-type:${name}`;

export const tokenTypes = { accessToken: urn('access_token'), jwt: urn('jwt') } as const;

export const tokenExchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';

/** The token endpoint answers the same grant. */
export const tokenExchangePath = '/v1/token-exchange';
