/** How we describe ourselves as a client: in our metadata document (CIMD), and when we register (RFC 7591). */
import { createHash } from 'node:crypto';
import { isLoopback } from '../../platform/http/access.ts';

export const clientDocumentPath = '/oauth/client-metadata.json';
export const callbackPath = '/v1/scoped-credentials/callback';

/** Our addresses as a client; undefined while the address of this verifier is not known. */
export interface ClientPlaces {
  readonly publicUrl: string;
  readonly redirectUri: string;
  /** Our client id where metadata documents are taken; undefined while the address is not https. */
  readonly documentUrl: string | undefined;
}

export function toPlaces(publicUrl: string | undefined): ClientPlaces | undefined {
  if (publicUrl === undefined) return undefined;
  const base = publicUrl.replace(/\/+$/, '');
  const isSecure = base.startsWith('https:');
  return {
    publicUrl: base,
    redirectUri: `${base}${callbackPath}`,
    documentUrl: isSecure ? `${base}${clientDocumentPath}` : undefined,
  };
}

/**
 * The same, with a way back of its own for a server that does not name itself in its answers: what comes back there came
 * from nobody else, so that one server cannot have the code of another (mix-up, RFC 9700 section 4.4.2.2).
 */
export function placesAt(places: ClientPlaces, issuer: string): ClientPlaces {
  const tag = createHash('sha256').update(issuer, 'utf8').digest('hex').slice(0, 32);
  return { ...places, redirectUri: `${places.redirectUri}/${tag}` };
}

/** What stands behind {@link callbackPath} in such a way back; undefined in the one that all others share. */
export function serverTagOf(redirectUri: string | null): string | undefined {
  return /\/callback\/([0-9a-f]{32})$/.exec(redirectUri ?? '')?.[1];
}

/** What we say of ourselves, whichever way. */
export function describeClient({ publicUrl, redirectUri }: ClientPlaces, authMethod: string) {
  return {
    client_name: 'Assay',
    // A page of the people whose client it is; RFC 7591 takes https only at many servers.
    ...(publicUrl.startsWith('https:') ? { client_uri: publicUrl } : {}),
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: authMethod,
    application_type: applicationTypeOf(redirectUri),
    software_id: 'assay',
  };
}

/** A verifier on somebody's own machine is a native client (OpenID Connect Registration section 2, RFC 8252). */
function applicationTypeOf(redirectUri: string): 'native' | 'web' {
  const { protocol, hostname } = new URL(redirectUri);
  return protocol === 'http:' && isLoopback(hostname.replace(/^\[|\]$/g, '')) ? 'native' : 'web';
}

/** The document that stands at our client id (draft-ietf-oauth-client-id-metadata-document). */
export function describeDocument(places: ClientPlaces & { readonly documentUrl: string }) {
  return { client_id: places.documentUrl, ...describeClient(places, 'none') };
}
