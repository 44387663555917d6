/** Describes the verifier as a client: in its metadata document (CIMD), and for registration (RFC 7591). */
import { createHash } from 'node:crypto';
import { clientDocumentPath } from '../../../contract/api/foreign-clients.ts';
import { isLoopback } from '../../../platform/http/access.ts';

export const foreignCallbackPath = '/v1/scoped-credentials/callback';

/** Addresses of the verifier as a client; undefined while its public URL is not known. */
export interface ClientPlaces {
  readonly publicUrl: string;
  readonly redirectUri: string;
  /** Client id at servers that take metadata documents; undefined while the address is not https. */
  readonly documentUrl: string | undefined;
}

export function toPlaces(publicUrl: string | undefined): ClientPlaces | undefined {
  if (publicUrl === undefined) return undefined;
  const base = publicUrl.replace(/\/+$/, '');
  const isSecure = base.startsWith('https:');
  return {
    publicUrl: base,
    redirectUri: `${base}${foreignCallbackPath}`,
    documentUrl: isSecure ? `${base}${clientDocumentPath}` : undefined,
  };
}

/**
 * Gives a separate redirect URI for a server that does not name itself in its answers. Only this server redirects to it, so
 * that no server gets the code of another (mix-up, RFC 9700 section 4.4.2.2).
 */
export function placesAt(places: ClientPlaces, issuer: string): ClientPlaces {
  const tag = createHash('sha256').update(issuer, 'utf8').digest('hex').slice(0, 32);
  return { ...places, redirectUri: `${places.redirectUri}/${tag}` };
}

/** Gives the last segment of such a redirect URI; undefined for the shared one. */
export function serverTagOf(redirectUri: string | null): string | undefined {
  return /\/callback\/([0-9a-f]{32})$/.exec(redirectUri ?? '')?.[1];
}

/** Gives the members that both descriptions have. */
export function describeClient({ publicUrl, redirectUri }: ClientPlaces, authMethod: string) {
  return {
    client_name: 'Assay',
    // A page about the client; many servers take only https here (RFC 7591).
    ...(publicUrl.startsWith('https:') ? { client_uri: publicUrl } : {}),
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: authMethod,
    application_type: applicationTypeOf(redirectUri),
    software_id: 'assay',
  };
}

/** Gives `native` for a verifier on a loopback address (OpenID Connect Registration section 2, RFC 8252). */
function applicationTypeOf(redirectUri: string): 'native' | 'web' {
  const { protocol, hostname } = new URL(redirectUri);
  return protocol === 'http:' && isLoopback(hostname.replace(/^\[|\]$/g, '')) ? 'native' : 'web';
}

/** Gives the document at the client id (draft-ietf-oauth-client-id-metadata-document). */
export function describeDocument(places: ClientPlaces & { readonly documentUrl: string }) {
  return { client_id: places.documentUrl, ...describeClient(places, 'none') };
}
