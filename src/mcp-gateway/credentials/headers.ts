/** Headers of a call on its way out: what the caller showed us stays here, and what the other side wants is put in. Pure. */

/** Headers as Node has them; names in any case. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Credentials of the caller. They were shown to us and are good for us: passing them on would hand them to whoever runs
 * the service (token passthrough, MCP authorization).
 */
const shownToUs = new Set(['authorization', 'cookie', 'proxy-authorization', 'x-assay-key', 'dpop']);

/** The headers without any credential of the caller, and with these in place of whatever stood under their names. */
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

/** Scopes that a 403 asks for (RFC 6750 section 3.1, MCP step-up); undefined where it is none for want of scopes. */
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
