/** Clients that are part of the program, and clients that a document of their own describes. */

/** The command line: a native public client that receives its code on loopback (RFC 8252). */
export const commandLineClientId = 'assay-cli';

export const firstPartyClients = [
  {
    client_id: commandLineClientId,
    client_name: 'Assay command line',
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: ['http://127.0.0.1/callback', 'http://[::1]/callback', 'http://localhost/callback'],
  },
] as const;

export function isFirstParty(clientId: string): boolean {
  return firstPartyClients.some(({ client_id }) => client_id === clientId);
}

/** Tells whether a client has no row: it is the program's own, or its id is the URL of its document. */
export function isWithoutRow(clientId: string): boolean {
  return isFirstParty(clientId) || clientId.startsWith('https://');
}
