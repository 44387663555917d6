/** Finds the handler of a request by exact path and method. Its error answers are problem+json (RFC 9457). */
import type { IncomingMessage, ServerResponse } from 'node:http';

export type Handle = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** One route. An author's extra routes have the same form as ours. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly handle: Handle;
}

export type Match =
  | { readonly handle: Handle }
  | { readonly status: 404 }
  | { readonly status: 405; readonly allow: string };

/** @throws TypeError when two routes have one path and method */
export function createRouter(routes: readonly Route[]): (method: string | undefined, path: string) => Match {
  const paths = new Map<string, Map<string, Handle>>();
  for (const { method, path, handle } of routes) {
    const methods = paths.get(path) ?? new Map<string, Handle>();
    if (methods.has(method)) throw new TypeError(`two routes answer ${method} ${path}`);
    paths.set(path, methods.set(method, handle));
    if (method === 'GET') methods.set('HEAD', handle);
  }
  return (method = '', path) => {
    const methods = paths.get(path);
    if (methods === undefined) return { status: 404 };
    const handle = methods.get(method);
    return handle === undefined ? { status: 405, allow: [...methods.keys()].join(', ') } : { handle };
  };
}

/** The path of a request target, without its query. */
export function pathOf(target = '/'): string {
  const end = target.indexOf('?');
  return end === -1 ? target : target.slice(0, end);
}
