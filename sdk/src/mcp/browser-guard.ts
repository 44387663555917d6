/**
 * Keeps web pages out. A page may send requests to this machine, and by DNS rebinding even read the answers; but a
 * browser always names the site in `Host` and `Origin` (MCP 2026-07-28, transports: security).
 */
import type { IncomingMessage } from 'node:http';

export interface BrowserGuard {
  /** Origins besides this server's own that pages may call from, e.g. `http://127.0.0.1:5173`. */
  readonly trustedOrigins?: readonly string[];
  /** False if each call needs a credential that no foreign page has. */
  readonly isHostChecked?: boolean;
}

const loopbackHost = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d{1,5})?$/i;
const loopbackAddress = /^(?:127\.|::1$|::ffff:127\.)/;

/** True for a bind name or address that only this machine can reach. */
export function isLoopbackName(name: string): boolean {
  return loopbackHost.test(name) || name === '::1';
}

/** @returns the problem of the request, in words for its sender; `undefined` if there is none */
export function findForeignPage(request: IncomingMessage, guard: BrowserGuard): string | undefined {
  const { trustedOrigins = [], isHostChecked = true } = guard;
  const { host = '', origin } = request.headers;
  const isLoopbackHost = loopbackHost.test(host);
  const isLocal = loopbackAddress.test(request.socket.localAddress ?? '');
  if (isHostChecked && isLocal && !isLoopbackHost) {
    return 'the Host header does not name this machine (protection against DNS rebinding)';
  }
  if (origin === undefined)
    return isAskedByPage(request) ? 'the request comes from a web page of another site' : undefined;
  if (trustedOrigins.includes(origin)) return undefined;
  const own = host.toLowerCase();
  const isOwn = origin.toLowerCase() === `http://${own}` || origin.toLowerCase() === `https://${own}`;
  // A page that rebound its own name to this address has that name in both headers.
  return isOwn && isLoopbackHost ? undefined : 'the Origin header names another site';
}

/**
 * Images, scripts, frames and links of a page send no `Origin`, but browsers report a cross-site request in
 * `Sec-Fetch-Site`.
 */
function isAskedByPage({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}
