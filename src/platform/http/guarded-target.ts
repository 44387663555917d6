/** Checks the target of a guarded call: its URL, its port, and every address of its name. */
import { isIP } from 'node:net';
import { AppError } from '../errors.ts';
import { refuseAnswer } from './guarded-answer.ts';
import { orAborted } from './guarded-deadline.ts';
import { isMetadataHost, judgeAddress, type OutboundAllow } from './outbound-addresses.ts';
import type { Resolve } from './system-resolver.ts';

const maxUrlLength = 2_048;
const maxAddresses = 64;

/** Parses a target without judging it. @throws AppError `unprocessable` */
export function readUrl(text: string): URL {
  if (text.length > maxUrlLength || !URL.canParse(text)) {
    throw refuseAnswer('outbound_url', 'this is not a callable URL');
  }
  return new URL(text);
}

/** Refuses targets that no address could make acceptable. @throws AppError `unprocessable` */
export function assertCallable(url: URL, ports: ReadonlySet<number> | undefined): void {
  // A redirect may name a longer URL than a caller may.
  if (url.href.length > 2 * maxUrlLength || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw refuseAnswer('outbound_url', 'the URL must start with https://, or with http:// for an allowed private host');
  }
  if (url.username !== '' || url.password !== '') {
    throw refuseAnswer('outbound_url', 'the URL must not contain a user or a password');
  }
  const port = portOf(url);
  if (!isPrivatePort(port) && !isPublicPort(port, ports)) throw wrongPort(port);
  if (isMetadataHost(hostOf(url))) throw wrongAddress();
}

export interface Finding {
  readonly allow: OutboundAllow;
  readonly ports: ReadonlySet<number> | undefined;
  readonly resolve: Resolve;
  readonly signal: AbortSignal;
}

/** Checks every address of a name, because the connection may take any of them. */
export async function findAddresses(url: URL, { allow, ports, resolve, signal }: Finding): Promise<readonly string[]> {
  const host = hostOf(url);
  const addresses = isIP(host) === 0 ? await orAborted(resolve(host, signal), signal) : [host];
  if (addresses.length === 0 || addresses.length > maxAddresses) {
    throw new AppError('upstream_unavailable', 'the name has no address', { detail: 'the name has no address' });
  }
  const verdicts = addresses.map((address) => judgeAddress(address, host, allow));
  if (verdicts.includes('refused')) throw wrongAddress();
  if (!verdicts.includes('public')) return addresses;
  if (url.protocol === 'http:') throw refuseAnswer('outbound_url', 'public addresses are called with https only');
  const port = portOf(url);
  if (!isPublicPort(port, ports)) throw wrongPort(port);
  return addresses;
}

/** Gives the port, or the default of the scheme. */
function portOf({ protocol, port }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}

/** Gives host and port of a target for logs: no path, query or user name. */
export function hostAndPortOf(text: string): { readonly host: string; readonly port: number } {
  if (!URL.canParse(text)) return { host: '', port: 0 };
  const url = new URL(text);
  return { host: url.hostname.slice(0, 253), port: portOf(url) };
}

/** Usual public ports of HTTP. The operator names others. */
const publicPorts = new Set([443, 8443]);
const firstFreePort = 1024;

function isPublicPort(port: number, named: ReadonlySet<number> | undefined): boolean {
  return publicPorts.has(port) || named?.has(port) === true;
}

/** All ports below 1024 but these belong to other services (mail, databases' admin, …). */
function isPrivatePort(port: number): boolean {
  return port === 80 || port === 443 || port >= firstFreePort;
}

/** Gives the host for resolvers and name lists: no brackets, no trailing dot, lower case. */
function hostOf({ hostname }: URL): string {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return bare.toLowerCase().replace(/\.+$/, '');
}

function wrongAddress(): AppError {
  return refuseAnswer(
    'outbound_address',
    'this address is neither public nor allowed: the operator can allow it (assay org outbound)',
  );
}

function wrongPort(port: number): AppError {
  return refuseAnswer(
    'outbound_port',
    `port ${port} is not called here: 443 and 8443 are, and those that the operator names`,
  );
}
