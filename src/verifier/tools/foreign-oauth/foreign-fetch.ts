/**
 * The outbound client in the form that oauth4webapi calls. It adapts answers for a library that is stricter than servers are:
 * a failure with status 200 becomes one with 400, and a challenge beside an error does not hide the error.
 */
import { jsonTypes, toFetch } from '../../../platform/http/guarded-as-fetch.ts';
import type { GuardedClient } from '../../../platform/http/guarded-fetch.ts';

/** Limits of calls that change something at the server: never redirected, small, and bounded in time. */
const limits = { accept: jsonTypes, timeoutMs: 10_000, maxBytes: 64 * 1024, maxDepth: 10 } as const;

/** Keeps the status of the answer, which not all errors of the library have. */
export interface ForeignCall {
  readonly fetch: typeof globalThis.fetch;
  readonly status: () => number | undefined;
}

export function createForeignCall(client: GuardedClient): ForeignCall {
  const fetch = toFetch(client, limits);
  let status: number | undefined;
  return {
    async fetch(input, init) {
      const answer = await fetch(input, init);
      status = answer.status;
      return toReadable(answer);
    },
    status: () => status,
  };
}

async function toReadable(answer: Response): Promise<Response> {
  if (answer.status === 204) return answer;
  const text = await answer.text();
  const headers = new Headers(answer.headers);
  headers.delete('www-authenticate');
  const isHidden = answer.status === 200 && isError(text);
  return new Response(text, { status: isHidden ? 400 : answer.status, headers });
}

function isError(text: string): boolean {
  const value = parse(text);
  return typeof value === 'object' && value !== null && 'error' in value && !('access_token' in value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The library reports the fault.
    return undefined;
  }
}
