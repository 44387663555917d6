/** Which headers cross the gateway, and which credential the model server gets. */
import type { IncomingHttpHeaders } from 'node:http';
import { holdsOwnSecret } from '../../edge/authentication/our-credentials.ts';

/** Headers that belong to the connection between client and gateway, or to us. */
const notForwarded = new Set([
  ...['host', 'connection', 'keep-alive', 'proxy-authorization', 'proxy-connection', 'te', 'trailer', 'upgrade'],
  ...['transfer-encoding', 'content-length', 'accept-encoding', 'expect', 'cookie', 'origin', 'referer'],
  // A proof of possession is made for this server and no other (RFC 9449).
  ...['dpop', 'traceparent', 'forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'],
]);

const credentialHeaders = new Set(['authorization', 'x-api-key', 'api-key']);

export interface UpstreamHeaderOptions {
  readonly headers: IncomingHttpHeaders;
  readonly traceparent: string;
  /** Replaces the client's credential. */
  readonly upstreamKey: string | undefined;
  /** `x-api-key` for Anthropic's shape, else `Authorization: Bearer`. */
  readonly credentialStyle: 'bearer' | 'x-api-key';
  /** True for a credential of our own, which must never reach the model server. */
  readonly isOurs: (credential: string) => boolean;
}

/** Headers for the model server: the client's own, without ours and without those of the connection. */
export function toUpstreamHeaders(options: UpstreamHeaderOptions): Record<string, string> {
  const forwarded: Record<string, string> = {};
  for (const [name, value] of Object.entries(options.headers)) {
    if (value === undefined || notForwarded.has(name) || name.startsWith('x-assay-')) continue;
    const text = Array.isArray(value) ? value.join(', ') : value;
    if (credentialHeaders.has(name) && dropsCredential(text, options)) continue;
    // INVARIANT: a secret of ours reaches no model server, wherever somebody put it.
    if (holdsOwnSecret(text)) continue;
    forwarded[name] = text;
  }
  if (options.upstreamKey !== undefined) {
    if (options.credentialStyle === 'x-api-key') forwarded['x-api-key'] = options.upstreamKey;
    else forwarded['authorization'] = `Bearer ${options.upstreamKey}`;
  }
  forwarded['traceparent'] = options.traceparent;
  return forwarded;
}

function dropsCredential(text: string, { upstreamKey, isOurs }: UpstreamHeaderOptions): boolean {
  return upstreamKey !== undefined || isOurs(text.replace(/^(?:Bearer|DPoP) +/i, ''));
}

/** Answer headers that the gateway sets itself, or that would describe bytes the client does not get. */
const notReturned = new Set([
  ...['content-length', 'content-encoding', 'set-cookie', 'date', 'server', 'alt-svc', 'strict-transport-security'],
  ...['access-control-allow-origin', 'traceparent'],
]);

/** Headers of the model's answer for the client. */
export function toClientHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const returned: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (!notReturned.has(name) && !name.startsWith('x-assay-')) returned[name] = value;
  }
  return returned;
}
