/** Addresses and CIDR blocks of a grant: parses them and checks containment. */
import { BlockList, isIP } from 'node:net';

interface Block {
  readonly address: string;
  readonly family: 'ipv4' | 'ipv6';
  readonly prefix: number;
}

/** Tells whether a text is an IP address, or a block such as `192.0.2.0/24`. */
export function isBlock(text: string): boolean {
  return parseBlock(text) !== undefined;
}

/** Tells whether every address of one block is in the other. */
export function isBlockWithin(inner: string, outer: string): boolean {
  const [small, large] = [parseBlock(inner), parseBlock(outer)];
  if (small === undefined || large === undefined || small.family !== large.family) return false;
  return small.prefix >= large.prefix && toList(large).check(small.address, small.family);
}

/** Tells whether an address is in one of the blocks; an IPv4 address may be in IPv6 form (`::ffff:192.0.2.1`). */
export function isAddressIn(address: string, blocks: readonly string[]): boolean {
  const own = address.includes('/') ? undefined : parseBlock(address);
  if (own === undefined) return false;
  return blocks.some((text) => {
    const block = parseBlock(text);
    return block !== undefined && toList(block).check(own.address, own.family);
  });
}

function toList({ address, prefix, family }: Block): BlockList {
  const list = new BlockList();
  list.addSubnet(address, prefix, family);
  return list;
}

const form = /^([0-9A-Fa-f.:]{2,45})(?:\/(0|[1-9][0-9]{0,2}))?$/;

function parseBlock(text: string): Block | undefined {
  const [, address = '', digits] = form.exec(text) ?? [];
  const version = isIP(address);
  if (version === 0) return undefined;
  const bits = version === 4 ? 32 : 128;
  const prefix = digits === undefined ? bits : Number(digits);
  return prefix > bits ? undefined : { address, family: version === 4 ? 'ipv4' : 'ipv6', prefix };
}
