/**
 * Gives the addresses of metadata documents (RFC 9728 section 3, RFC 8414 section 3, OpenID Connect Discovery), and the
 * identifiers that they may name.
 */

const resourceSuffix = '/.well-known/oauth-protected-resource';
const serverSuffix = '/.well-known/oauth-authorization-server';
const openidSuffix = '/.well-known/openid-configuration';

/** One address where the metadata of a resource may be. */
export interface ResourceMetadataPlace {
  readonly url: string;
  /** Identifiers that a document from there may name (RFC 9728 section 3.3). */
  readonly identifiers: readonly string[];
}

/**
 * Gives the path form, and for an address with a path the root form too, as in MCP. A document of the path form describes the
 * address itself. By the same rule one of the root form describes the origin; both are accepted there.
 */
export function resourceMetadataPlaces(resource: URL): readonly ResourceMetadataPlace[] {
  const { origin, pathname, search } = resource;
  const own = `${pathname === '/' ? '' : pathname}${search}`;
  const root = { url: `${origin}${resourceSuffix}`, identifiers: [resource.href, `${origin}/`] };
  return own === '' ? [root] : [{ url: `${origin}${resourceSuffix}${own}`, identifiers: [resource.href] }, root];
}

/** Gives the place that a challenge names: it describes the requested address, or it is the root form. */
export function placeOfChallenge(resource: URL, named: URL): ResourceMetadataPlace {
  const known = resourceMetadataPlaces(resource).find(({ url }) => url === named.href);
  return known ?? { url: named.href, identifiers: [resource.href] };
}

/** True for one of these identifiers, however the empty path is written. */
export function isIdentifierOf(identifier: string, { identifiers }: ResourceMetadataPlace): boolean {
  return URL.canParse(identifier) && identifiers.includes(new URL(identifier).href) && !identifier.includes('#');
}

/** Lists the addresses where the metadata of an issuer may be, in the order that a client has to follow (MCP authorization). */
export function serverMetadataUrls(issuer: string): readonly string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/+$/, '');
  if (path === '') return [`${origin}${serverSuffix}`, `${origin}${openidSuffix}`];
  return [`${origin}${serverSuffix}${path}`, `${origin}${openidSuffix}${path}`, `${origin}${path}${openidSuffix}`];
}
