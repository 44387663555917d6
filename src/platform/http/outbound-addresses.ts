/**
 * Which addresses this program may call on behalf of somebody: public ones, and what its operator allows. Everything
 * else inside a network trusts whoever reaches it (server-side request forgery), so it is refused by default.
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { AppError } from '../errors.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Block = readonly [Address, number];

/** What an operator allows besides public addresses. */
export interface OutboundAllow {
  /** Names whose addresses may be private; never link-local ones, where clouds keep their credentials. */
  readonly hosts: ReadonlySet<string>;
  readonly blocks: readonly Block[];
}

/** Loopback, for a program that itself answers on loopback only. */
export const loopbackBlocks = '127.0.0.0/8,::1/128';

/** Reads a list of names, addresses and blocks, separated by commas. @throws AppError `config` naming the wrong item. */
export function parseOutboundAllow(text: string): OutboundAllow {
  const hosts = new Set<string>();
  const blocks: Block[] = [];
  for (const item of text.split(',').map((part) => part.trim())) {
    if (item === '') continue;
    const block = parseBlock(item);
    if (block !== undefined) blocks.push(block);
    else if (hostName.test(item)) hosts.add(item.toLowerCase());
    else throw wrongItem(item);
  }
  return { hosts, blocks };
}

/** `public` may be called, `allowed` because the operator says so; anything else is refused. */
export type AddressVerdict = 'public' | 'allowed' | 'refused';

/** Judges one address that a name stands for. */
export function judgeAddress(text: string, host: string, { hosts, blocks }: OutboundAllow): AddressVerdict {
  // Only canonical text: what a parser reads generously, a connection may read otherwise.
  if (isIP(text) === 0 || text.includes('%')) return 'refused';
  const address = ipaddr.parse(text);
  if (blocks.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits))) return 'allowed';
  if (isPublic(address)) return 'public';
  return hosts.has(host) && isPrivate(address) ? 'allowed' : 'refused';
}

/** Hosts that answer to public addresses and are none: instance metadata and the like. */
const metadata = new Set(['168.63.129.16', '192.0.0.192', '100.100.100.200', '169.254.169.254', 'fd00:ec2::254']);
const globalUnicast: Block = [ipaddr.parse('2000::'), 3];

/** Forms that carry an IPv4 address inside (mapped, NAT64, 6to4, Teredo) are ranges of their own, and none of them is public. */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || metadata.has(address.toString())) return false;
  return address.kind() === 'ipv4' || address.match(...globalUnicast);
}

const privateRanges = new Set(['private', 'loopback', 'uniqueLocal', 'carrierGradeNat']);

function isPrivate(address: Address): boolean {
  return privateRanges.has(address.range()) && !metadata.has(address.toString());
}

const hostName = /^(?=.{1,253}$)[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,62})(?:\.[A-Za-z0-9_][A-Za-z0-9_-]{0,62})*$/;

function parseBlock(item: string): Block | undefined {
  const [base = '', bits, ...rest] = item.split('/');
  if (isIP(base) === 0 || base.includes('%')) {
    if (bits !== undefined) throw wrongItem(item);
    return undefined;
  }
  const address = ipaddr.parse(base);
  const most = address.kind() === 'ipv4' ? 32 : 128;
  if (rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits)) || Number(bits ?? most) > most) {
    throw wrongItem(item);
  }
  return [address, Number(bits ?? most)];
}

function wrongItem(item: string): AppError {
  const detail = `${JSON.stringify(item.slice(0, 80))} is no host name, address or block such as 10.0.0.0/8`;
  return new AppError('config', detail, { detail });
}
