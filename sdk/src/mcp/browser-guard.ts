/**
 * Keeps web pages out. A page may send requests to this machine, and by DNS rebinding even read the answers; but a
 * browser always says in `Host` and `Origin` which site it believes to be at (MCP 2026-07-28, transports: security).
 */
import type { IncomingMessage } from 'node:http';

export interface BrowserGuard {
  /** Origins besides this server's own that pages may call from, e.g. `http://127.0.0.1:5173`. */
  readonly trustedOrigins?: readonly string[];
  /** False where each call needs a credential that no foreign page has. */
  readonly isHostChecked?: boolean;
}

const loopbackHost = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d{1,5})?$/i;
const loopbackAddress = /^(?:127\.|::1$|::ffff:127\.)/;

/** True for a name or address to bind to that only this machine reaches. */
export function isLoopbackName(name: string): boolean {
  return loopbackHost.test(name) || name === '::1';
}

/** @returns what is wrong with the request, in words for its sender; `undefined` when nothing is. */
export function findForeignPage(request: IncomingMessage, guard: BrowserGuard): string | undefined {
  const { trustedOrigins = [], isHostChecked = true } = guard;
  const { host = '', origin } = request.headers;
  const isLoopbackHost = loopbackHost.test(host);
  const isLocal = loopbackAddress.test(request.socket.localAddress ?? '');
  if (isHostChecked && isLocal && !isLoopbackHost) {
    return 'the Host header does not name this machine (protection against DNS rebinding)';
  }
  if (origin === undefined) return isAskedByPage(request) ? 'a web page of another site asks for this' : undefined;
  if (trustedOrigins.includes(origin)) return undefined;
  const own = host.toLowerCase();
  const isOwn = origin.toLowerCase() === `http://${own}` || origin.toLowerCase() === `https://${own}`;
  // A page that rebound its own name to this address has that name in both headers.
  return isOwn && isLoopbackHost ? undefined : 'the Origin header names a foreign site';
}

/** Images, scripts, frames and links of a page ask without `Origin`; browsers say in `Sec-Fetch-Site` that another site asks. */
function isAskedByPage({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}
