/**
 * The guarded client as a `fetch`, for libraries that take one (`customFetch` of oauth4webapi, `fetch` of the
 * transports of the MCP client):
 *
 *     toFetch(outbound.forOrganisation(orgId), { accept: jsonTypes, ...metadataLimits })
 *     toFetch(client, { accept: ['application/json', 'text/event-stream'], timeoutMs: 30_000, idleMs: 10_000, maxBytes })
 *
 * The `Response` streams. Its body fails with an AppError at the limits of size and time, which apply from the call
 * to its last byte. The library's options for redirects, caches, credentials and dispatchers are ignored; its signal
 * is used. A refusal rejects with the AppError of the guarded client, never with a `TypeError`.
 */
import type { GuardedClient, GuardedRequest } from './guarded-fetch.ts';

/** Bounds of every call that the library makes. */
export type FetchBounds = Pick<
  GuardedRequest,
  'accept' | 'timeoutMs' | 'idleMs' | 'maxBytes' | 'maxDepth' | 'redirects'
>;

/** Media types of documents that are JSON. */
export const jsonTypes: readonly string[] = ['application/json'];

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export function toFetch(client: Pick<GuardedClient, 'open'>, bounds: FetchBounds): typeof globalThis.fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    // The URL never goes through `Request`, whose errors quote it. Neither does the signal, which `Request` holds
    // weakly.
    const asked = new Request(input instanceof Request ? input : 'https://request.invalid/', { ...init, signal: null });
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    const method = methods.find((one) => one === asked.method);
    if (method === undefined) throw new Error(`a library used the method ${asked.method}`);
    const body = asked.body === null ? {} : { body: new Uint8Array(await asked.arrayBuffer()) };
    const { redirects = 0, ...rest } = bounds;
    const answer = await client.open(url, {
      ...rest,
      method,
      headers: Object.fromEntries(asked.headers),
      ...body,
      ...(signal === undefined ? {} : { signal }),
      redirects: method === 'GET' ? redirects : 0,
    });
    return toResponse(answer);
  };
}

/** Statuses whose responses have no body (Fetch standard, "null body status"). */
const bodiless = new Set([204, 205]);

async function toResponse({
  status,
  headers,
  body,
  close,
}: Awaited<ReturnType<GuardedClient['open']>>): Promise<Response> {
  if (bodiless.has(status)) {
    await close();
    return new Response(null, { status, headers: { ...headers } });
  }
  const pieces = body[Symbol.asyncIterator]();
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      // The rest is not wanted, so the connection is closed.
      cancel: () => close(),
    },
    // Reads on demand only.
    { highWaterMark: 0 },
  );
  return new Response(stream, { status, headers: { ...headers } });
}
