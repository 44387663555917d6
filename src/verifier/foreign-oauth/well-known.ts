/** Where metadata of others stands (RFC 9728 section 3, RFC 8414 section 3, OpenID Connect Discovery), and whose it may be. */

const resourceSuffix = '/.well-known/oauth-protected-resource';
const serverSuffix = '/.well-known/oauth-authorization-server';
const openidSuffix = '/.well-known/openid-configuration';

/** One place where the metadata of a resource may stand. */
export interface ResourceMetadataPlace {
  readonly url: string;
  /** Identifiers that a document from there may name (RFC 9728 section 3.3). */
  readonly identifiers: readonly string[];
}

/**
 * The path form, and for an address with a path the root form too, as MCP has it. A document of the path form is about
 * the address itself; one of the root form, by the same rule, about the origin: either is taken from there.
 */
export function resourceMetadataPlaces(resource: URL): readonly ResourceMetadataPlace[] {
  const { origin, pathname, search } = resource;
  const own = `${pathname === '/' ? '' : pathname}${search}`;
  const root = { url: `${origin}${resourceSuffix}`, identifiers: [resource.href, `${origin}/`] };
  return own === '' ? [root] : [{ url: `${origin}${resourceSuffix}${own}`, identifiers: [resource.href] }, root];
}

/** A place that a challenge names: it is about the address that was asked, or it is the root form. */
export function placeOfChallenge(resource: URL, named: URL): ResourceMetadataPlace {
  const known = resourceMetadataPlaces(resource).find(({ url }) => url === named.href);
  return known ?? { url: named.href, identifiers: [resource.href] };
}

/** True for an identifier that is one of those, however the empty path is written. */
export function isIdentifierOf(identifier: string, { identifiers }: ResourceMetadataPlace): boolean {
  return URL.canParse(identifier) && identifiers.includes(new URL(identifier).href) && !identifier.includes('#');
}

/** Where the metadata of an issuer may stand, in the order in which a client has to look (MCP authorization). */
export function serverMetadataUrls(issuer: string): readonly string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/+$/, '');
  if (path === '') return [`${origin}${serverSuffix}`, `${origin}${openidSuffix}`];
  return [`${origin}${serverSuffix}${path}`, `${origin}${openidSuffix}${path}`, `${origin}${path}${openidSuffix}`];
}
