/** Headers of an outgoing call: the caller's credentials are removed, and those for the other side are added. Pure. */

/** Headers as Node has them; names in any case. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The caller's credentials. They are meant for us: passing them on would give them to whoever runs the service (token
 * passthrough, MCP authorization).
 */
const shownToUs = new Set(['authorization', 'cookie', 'proxy-authorization', 'x-assay-key', 'dpop']);

/** Removes the caller's credentials from the headers and replaces the headers of these names. */
export function replaceCredentials(
  inbound: Headers,
  injected: readonly { readonly name: string; readonly value: string }[],
): Record<string, string | readonly string[]> {
  const names = new Set(injected.map(({ name }) => name.toLowerCase()));
  const outbound: Record<string, string | readonly string[]> = {};
  for (const [name, value] of Object.entries(inbound)) {
    const lower = name.toLowerCase();
    if (value !== undefined && !shownToUs.has(lower) && !names.has(lower)) outbound[lower] = value;
  }
  for (const { name, value } of injected) outbound[name.toLowerCase()] = value;
  return outbound;
}

/** Scopes that a 403 asks for (RFC 6750 section 3.1, MCP step-up); undefined for a 403 with another reason. */
export function scopesAskedFor(challenge: string | readonly string[] | undefined): readonly string[] | undefined {
  const text = (typeof challenge === 'string' ? challenge : (challenge ?? []).join(', ')).slice(0, maxChallenge);
  if (!/(?:^|[\s,])error\s*=\s*"?insufficient_scope"?(?=$|[\s,])/i.test(text)) return undefined;
  const [, scopes = ''] = /(?:^|[\s,])scope="([^"]*)"/i.exec(text) ?? [];
  return scopes
    .split(' ')
    .filter((scope) => /^[\x21\x23-\x5b\x5d-\x7e]{1,128}$/.test(scope))
    .slice(0, maxScopes);
}

const maxChallenge = 8_192;
const maxScopes = 100;
