/** Reads and checks the metadata of an authorization server (RFC 8414, OpenID Connect Discovery), and keeps the used members. */
import { isIP } from 'node:net';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { judgeAddress } from '../../../platform/http/outbound-addresses.ts';
import { refuseForeign } from './errors.ts';
import { keepScopes } from './scopes.ts';

/** The used members of an authorization server's metadata. */
export interface ForeignServerFacts {
  readonly issuer: string;
  readonly authorizationEndpoint: string | undefined;
  readonly tokenEndpoint: string;
  readonly registrationEndpoint: string | undefined;
  readonly revocationEndpoint: string | undefined;
  readonly scopes: readonly string[];
  /** Undefined if not stated. */
  readonly grantTypes: readonly string[] | undefined;
  /** Authentication methods of clients at the token endpoint; `client_secret_basic` if not stated (RFC 8414). */
  readonly authMethods: readonly string[];
  readonly hasS256: boolean;
  /** True if it names itself in every authorization response (RFC 9207). */
  readonly sendsIssuer: boolean;
  /** True if it takes clients that are described by a document (CIMD). */
  readonly takesDocuments: boolean;
  readonly idTokenAlgorithms: readonly string[] | undefined;
}

const Words = Type.Optional(Type.Array(Type.String({ maxLength: 512 }), { maxItems: 1_000 }));
const Address = Type.Optional(Type.String({ maxLength: 2_048 }));
/** All addresses, used here or not: one hostile address discredits the others. */
const addresses = {
  authorization_endpoint: Address,
  token_endpoint: Address,
  registration_endpoint: Address,
  revocation_endpoint: Address,
  introspection_endpoint: Address,
  userinfo_endpoint: Address,
  jwks_uri: Address,
  pushed_authorization_request_endpoint: Address,
  device_authorization_endpoint: Address,
  end_session_endpoint: Address,
};
const MetadataSchema = Type.Object({
  issuer: Type.String({ maxLength: 2_048 }),
  ...addresses,
  scopes_supported: Words,
  grant_types_supported: Words,
  token_endpoint_auth_methods_supported: Words,
  code_challenge_methods_supported: Words,
  id_token_signing_alg_values_supported: Words,
  authorization_response_iss_parameter_supported: Type.Optional(Type.Boolean()),
  client_id_metadata_document_supported: Type.Optional(Type.Boolean()),
});
type Metadata = Static<typeof MetadataSchema>;
const shape = Compile(MetadataSchema);

/** @throws AppError `unprocessable`: `metadata_invalid`, `issuer_mismatch`. */
export function readServerMetadata(document: unknown, issuer: string): ForeignServerFacts {
  if (!shape.Check(document)) throw invalid('the metadata of the authorization server is not what RFC 8414 has');
  if (document.issuer !== issuer) {
    throw refuseForeign('issuer_mismatch', 'the metadata of the authorization server is that of another issuer');
  }
  for (const name of addressNames) assertEndpoint(document[name], name, issuer);
  return toFacts(document);
}

const addressNames = [
  ...(['authorization_endpoint', 'token_endpoint', 'registration_endpoint', 'revocation_endpoint'] as const),
  ...(['introspection_endpoint', 'userinfo_endpoint', 'jwks_uri', 'pushed_authorization_request_endpoint'] as const),
  ...(['device_authorization_endpoint', 'end_session_endpoint'] as const),
] satisfies readonly (keyof typeof addresses)[];

function toFacts(document: Metadata): ForeignServerFacts {
  if (document.token_endpoint === undefined) throw invalid('the authorization server names no token endpoint');
  return {
    issuer: document.issuer,
    authorizationEndpoint: document.authorization_endpoint,
    tokenEndpoint: document.token_endpoint,
    registrationEndpoint: document.registration_endpoint,
    revocationEndpoint: document.revocation_endpoint,
    scopes: keepScopes(document.scopes_supported ?? []),
    grantTypes: document.grant_types_supported,
    authMethods: document.token_endpoint_auth_methods_supported ?? ['client_secret_basic'],
    hasS256: document.code_challenge_methods_supported?.includes('S256') === true,
    sendsIssuer: document.authorization_response_iss_parameter_supported === true,
    takesDocuments: document.client_id_metadata_document_supported === true,
    idTokenAlgorithms: document.id_token_signing_alg_values_supported,
  };
}

const nothingAllowed = { hosts: new Set<string>(), blocks: [] };
/** Names that resolve to the local network. */
const localName = /(?:^|\.)(?:localhost|local|internal|home\.arpa)$/;

/**
 * Checks that an endpoint is https; plain http only at the host of an issuer that is http itself, which the outbound client
 * allows for private hosts only. Only an issuer in a private network may lead into it: an address that is not public must be
 * the issuer's own host, and a local name needs a local issuer. Addresses behind names are checked at the call. The browser's
 * own call, to the authorization endpoint, is checked only here.
 * @throws AppError `unprocessable` `metadata_invalid`.
 */
export function assertEndpoint(text: string | undefined, name: string, issuer: string): void {
  if (text === undefined) return;
  const at = new URL(issuer);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOwnHost = url?.hostname === at.hostname;
  const isPlain = url?.protocol === 'http:' && at.protocol === 'http:' && isOwnHost;
  if (url === undefined || !(url.protocol === 'https:' || isPlain)) {
    throw invalid(`${name} of the authorization server is not https`);
  }
  if (url.username !== '' || url.password !== '' || text.includes('#') || !/^[\x21-\x7e]+$/.test(text)) {
    throw invalid(`${name} of the authorization server is not an address to call`);
  }
  const isLocal = isIP(hostOf(url)) === 0 && !isPublicLooking(at);
  if (!isOwnHost && !isPublicLooking(url) && !isLocal) {
    throw invalid(`${name} of the authorization server leads into a private network`);
  }
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
}

function isPublicLooking(url: URL): boolean {
  const host = hostOf(url);
  if (isIP(host) !== 0) return judgeAddress(host, host, nothingAllowed) === 'public';
  return host.includes('.') && !localName.test(host);
}

function invalid(detail: string) {
  return refuseForeign('metadata_invalid', detail);
}
