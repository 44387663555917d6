/** SPIFFE ids (SPIFFE-ID standard, sections 2.1 to 2.3), read strictly and written in one form. */

/** The parts of a SPIFFE id. */
export interface SpiffeId {
  /** In lower case. */
  readonly trustDomain: string;
  /** Segments of the path; empty for the id of the trust domain itself. */
  readonly path: readonly string[];
}

/** Longest id that is read. Our own ids are far shorter. */
export const maxSpiffeIdLength = 2048;
const maxTrustDomainLength = 255;

const scheme = /^spiffe:\/\//i;
const trustDomainForm = /^[a-z0-9._-]+$/;
const segmentForm = /^[A-Za-z0-9._-]+$/;

/**
 * Reads a SPIFFE id; `undefined` for any other text. Scheme and trust domain are read in any case. Percent-encoding,
 * user information, a port, a query, a fragment, empty and dot segments and a trailing slash are refused.
 */
export function parseSpiffeId(text: string): SpiffeId | undefined {
  if (text.length > maxSpiffeIdLength || !scheme.test(text)) return undefined;
  const [authority = '', ...path] = text.slice('spiffe://'.length).split('/');
  const trustDomain = lowerAscii(authority);
  return isTrustDomain(trustDomain) && path.every(isSegment) ? { trustDomain, path } : undefined;
}

/**
 * Writes a SPIFFE id.
 * @throws RangeError for parts that are not valid in an id, which is a fault of the caller.
 */
export function formatSpiffeId({ trustDomain, path }: SpiffeId): string {
  const text = ['spiffe:/', trustDomain, ...path].join('/');
  if (!isTrustDomain(trustDomain) || !path.every(isSegment) || text.length > maxSpiffeIdLength) {
    throw new RangeError('this is no SPIFFE id');
  }
  return text;
}

/** True for a trust domain in its written form: lower case, no port. */
export function isTrustDomain(text: string): boolean {
  return text.length <= maxTrustDomainLength && trustDomainForm.test(text);
}

const firstOrganisation = 'default';

/**
 * Gives the trust domain of an organisation below that of the deployment. Each organisation but the first has its
 * own, so that agents with the same id in two organisations never share an identity (decisions/0012).
 */
export function trustDomainOf(deployment: string, orgId: string): string {
  return orgId === firstOrganisation ? deployment : `${lowerAscii(orgId)}.${deployment}`;
}

/** `spiffe://<trust domain>/agent/<agent id>` (contract 4.2). */
export function agentSpiffeId(trustDomain: string, agentId: string): string {
  return formatSpiffeId({ trustDomain, path: ['agent', agentId] });
}

/** Gives the agent's id from an id of the form above; `undefined` for any other. */
export function readAgentPath({ path }: SpiffeId): string | undefined {
  const [kind, agentId, ...rest] = path;
  return kind === 'agent' && rest.length === 0 ? agentId : undefined;
}

function isSegment(segment: string): boolean {
  return segmentForm.test(segment) && segment !== '.' && segment !== '..';
}

/** Only ASCII: `toLowerCase` alone would turn the Kelvin sign into a `k`. */
function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Gives the id of the gateway that a SPIFFE id names; `undefined` for any other. */
export function readGatewayId(text: string): string | undefined {
  const [kind, id, ...rest] = parseSpiffeId(text)?.path ?? [];
  return kind === 'gateway' && rest.length === 0 ? id : undefined;
}
