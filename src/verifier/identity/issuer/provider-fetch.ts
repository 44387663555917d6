/** Fetches what clients name (metadata documents, key sets) for oidc-provider, through the guarded fetch only. */
import type { GuardedFetch } from '../../../platform/http/guarded-fetch.ts';

const maxBytes = 64 * 1024;
const timeoutMs = 5_000;
const maxDepth = 10;

/** Makes the provider's fetch: JSON over GET, no redirects, none of the caller's headers. */
export function createProviderFetch(fetch: GuardedFetch): typeof globalThis.fetch {
  return async (input) => {
    const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
    const { status, headers, body } = await fetch(url, { accept: jsonTypes, maxBytes, maxDepth, timeoutMs });
    return new Response(Uint8Array.from(body), { status, headers: { ...headers } });
  };
}

const jsonTypes = ['application/json', 'application/jwk-set+json'] as const;
