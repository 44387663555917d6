/**
 * Addresses that this program may call on behalf of somebody: public ones, and those that the operator allows. Hosts
 * inside a network often trust every caller that reaches them (server-side request forgery), so all others are
 * refused by default.
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { AppError } from '../errors.ts';
import { embeddedIn } from './embedded-addresses.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Block = readonly [Address, number];

/** Addresses that an operator allows besides public ones. */
export interface OutboundAllow {
  /** Names whose addresses may be private, but never link-local, where clouds keep their credentials. */
  readonly hosts: ReadonlySet<string>;
  readonly blocks: readonly Block[];
  /** True in production on a network: loopback is then refused, whoever allows it. */
  readonly barsLoopback?: boolean;
}

/** Loopback, for a program that itself listens on loopback only. */
export const loopbackBlocks = '127.0.0.0/8,::1/128';

/** Reads a list of names, addresses and blocks, separated by commas. @throws AppError `config` naming the wrong item */
export function parseOutboundAllow(text: string): OutboundAllow {
  let all: OutboundAllow = { hosts: new Set(), blocks: [] };
  for (const item of text.split(',').map((part) => part.trim())) {
    if (item === '') continue;
    const one = parseAllowItem(item);
    if (one === undefined) throw wrongItem(item, 'is not a host name, address or block such as 10.0.0.0/8');
    if (isNeverAllowed(one)) throw wrongItem(item, 'is never called: link-local, or a metadata server of a cloud');
    all = mergeAllow(all, one);
  }
  return all;
}

/** Reads one item of such a list; `undefined` for anything else. */
export function parseAllowItem(item: string): OutboundAllow | undefined {
  const block = parseBlock(item);
  if (block !== undefined) return { hosts: new Set(), blocks: [block] };
  return hostName.test(item) ? { hosts: new Set([item.toLowerCase()]), blocks: [] } : undefined;
}

/** Allows what either of two allows. Loopback is barred if the first one bars it. */
export function mergeAllow(base: OutboundAllow, own: OutboundAllow): OutboundAllow {
  return {
    hosts: new Set([...base.hosts, ...own.hosts]),
    blocks: [...base.blocks, ...own.blocks],
    barsLoopback: base.barsLoopback === true,
  };
}

/** `public`, or `allowed` by the operator; anything else is refused. */
export type AddressVerdict = 'public' | 'allowed' | 'refused';

/** Judges one address of a name. */
export function judgeAddress(text: string, host: string, allow: OutboundAllow): AddressVerdict {
  // Only canonical text: a lenient parser and a connection may read other forms differently.
  if (isIP(text) === 0 || text.includes('%')) return 'refused';
  const address = ipaddr.parse(text);
  if (isNeverCalled(address) || (allow.barsLoopback === true && address.range() === 'loopback')) return 'refused';
  const isNamed = allow.blocks.some((block) => isWithin(address, block));
  const inner = embeddedIn(address);
  // A form that carries an IPv4 address (NAT64, 6to4 …) leads there. It is called only if the form is allowed, and
  // judged by the inner address.
  if (inner !== undefined) return isNamed && inner !== 'unclear' ? judgeAddress(inner, host, allow) : 'refused';
  if (isNamed) return 'allowed';
  if (isPublic(address)) return 'public';
  return allow.hosts.has(host) && isPrivate(address) ? 'allowed' : 'refused';
}

/** True for a name of a cloud's metadata service, whatever it resolves to. */
export function isMetadataHost(host: string): boolean {
  return metadataHosts.has(host) || metadataDomains.some((domain) => host.endsWith(domain));
}

/** True if a block contains a loopback address. */
export function touchesLoopback({ hosts, blocks }: OutboundAllow): boolean {
  const isLocalName = [...hosts].some((host) => host === 'localhost' || host.endsWith('.localhost'));
  return isLocalName || blocks.some((block) => loopback.some((own) => overlap(block, own)));
}

/** True if any part of it may never be called as a whole, whoever allows it. */
export function isNeverAllowed({ hosts, blocks }: OutboundAllow): boolean {
  const isNever = ([base, bits]: Block) =>
    never.some(([other, fewest]) => bits >= fewest && isWithin(base, [other, fewest]));
  return [...hosts].some(isMetadataHost) || blocks.some(isNever);
}

const metadataHosts = new Set([
  ...['metadata', 'instance-data', 'metadata.goog', 'metadata.google.internal', 'instance-data.ec2.internal'],
  ...['metadata.azure.internal', 'metadata.tencentyun.com', 'metadata.platformequinix.com', 'metadata.packet.net'],
  ...['rancher-metadata', 'metadata.internal', 'metadata.local', 'metadata.oraclevcn.com'],
]);
const metadataDomains = ['.metadata.google.internal', '.metadata.goog'];

const blockOf = (text: string): Block => ipaddr.parseCIDR(text);
const loopback: readonly Block[] = [blockOf('127.0.0.0/8'), blockOf('::1/128')];

/**
 * Never called, whoever allows them: link-local addresses (metadata and credentials of most clouds), metadata and
 * wire servers elsewhere (Azure, Alibaba, Oracle, AWS, Google and Scaleway over IPv6), and addresses that belong to
 * no single host.
 */
const never: readonly Block[] = [
  ...['169.254.0.0/16', '168.63.129.16/32', '100.100.100.200/32', '192.0.0.0/24', '0.0.0.0/8', '224.0.0.0/4'],
  ...['255.255.255.255/32', 'fe80::/10', 'fd00:ec2::/32', 'fd20:ce::/32', 'fd00:42::42/128', 'ff00::/8', '::/128'],
].map(blockOf);

function isNeverCalled(address: Address): boolean {
  return never.some((block) => isWithin(address, block));
}

function isWithin(address: Address, [base, bits]: Block): boolean {
  return base.kind() === address.kind() && address.match(base, bits);
}

function overlap(one: Block, other: Block): boolean {
  return isWithin(one[0], other) || isWithin(other[0], one);
}

const globalUnicast: Block = blockOf('2000::/3');

function isPublic(address: Address): boolean {
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || isWithin(address, globalUnicast));
}

const privateRanges = new Set(['private', 'loopback', 'uniqueLocal', 'carrierGradeNat']);

function isPrivate(address: Address): boolean {
  return privateRanges.has(address.range());
}

/** Has a letter or `_`: digits and dots alone are an address, well-formed or not. */
const hostName =
  /^(?=.{1,253}$)(?=.*[A-Za-z_])[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,62})(?:\.[A-Za-z0-9_][A-Za-z0-9_-]{0,62})*$/;

function parseBlock(item: string): Block | undefined {
  const [base = '', bits, ...rest] = item.split('/');
  if (isIP(base) === 0 || base.includes('%')) return undefined;
  const address = ipaddr.parse(base);
  const most = address.kind() === 'ipv4' ? 32 : 128;
  if (rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits)) || Number(bits ?? most) > most) {
    return undefined;
  }
  return [address, Number(bits ?? most)];
}

function wrongItem(item: string, what: string): AppError {
  const detail = `${JSON.stringify(item.slice(0, 80))} ${what}`;
  return new AppError('config', detail, { detail });
}
