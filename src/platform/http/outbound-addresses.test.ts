import { describe, expect, it } from 'vitest';
import { isAppError } from '../errors.ts';
import { judgeAddress, loopbackBlocks, parseOutboundAllow } from './outbound-addresses.ts';

const nothing = parseOutboundAllow('');

describe('by default only public addresses are called', () => {
  it.each(['8.8.8.8', '1.1.1.1', '203.0.114.1', '2606:4700:4700::1111', '2a00:1450:4001::200e'])(
    '%s is public',
    (address) => {
      expect(judgeAddress(address, 'example.com', nothing)).toBe('public');
    },
  );

  it.each([
    ['loopback', '127.0.0.1'],
    ['loopback, another', '127.255.255.254'],
    ['loopback, IPv6', '::1'],
    ['unspecified', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['unspecified, IPv6', '::'],
    ['private 10', '10.0.0.1'],
    ['private 172.16', '172.16.0.1'],
    ['private 172.31', '172.31.255.255'],
    ['private 192.168', '192.168.1.1'],
    ['unique local', 'fd12:3456::1'],
    ['link-local', '169.254.1.1'],
    ['link-local, IPv6', 'fe80::1'],
    ['site-local', 'fec0::1'],
    ['carrier NAT', '100.64.0.1'],
    ['carrier NAT, last', '100.127.255.255'],
    ['multicast', '224.0.0.1'],
    ['multicast, IPv6', 'ff02::1'],
    ['broadcast', '255.255.255.255'],
    ['class E', '240.0.0.1'],
    ['benchmarking', '198.18.0.1'],
    ['documentation 1', '192.0.2.1'],
    ['documentation 2', '198.51.100.1'],
    ['documentation 3', '203.0.113.1'],
    ['documentation, IPv6', '2001:db8::1'],
    ['documentation, new IPv6', '3fff::1'],
    ['protocol assignments', '192.0.0.1'],
    ['6to4 relay', '192.88.99.1'],
    ['IPv4-mapped private', '::ffff:10.0.0.1'],
    ['IPv4-mapped loopback in hex', '::ffff:7f00:1'],
    ['IPv4-mapped public', '::ffff:8.8.8.8'],
    ['IPv4-compatible', '::127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['NAT64, local', '64:ff9b:1::a00:1'],
    ['6to4 of loopback', '2002:7f00:1::'],
    ['Teredo', '2001:0:7f00:1::1'],
    ['ORCHID', '2001:10::1'],
    ['discard', '100::1'],
    ['segment routing', '5f00::1'],
    ['not assigned', '4000::1'],
    ['metadata of AWS, Azure, Google', '169.254.169.254'],
    ['metadata of AWS, IPv6', 'fd00:ec2::254'],
    ['metadata of Alibaba', '100.100.100.200'],
    ['metadata of Oracle', '192.0.0.192'],
    ['wire server of Azure', '168.63.129.16'],
    ['a zone', 'fe80::1%eth0'],
    ['a public address with a zone', '2606:4700::1%eth0'],
    ['octal', '0177.0.0.1'],
    ['decimal', '2130706433'],
    ['short', '127.1'],
    ['nothing', ''],
    ['a name', 'localhost'],
  ])('%s is refused: %s', (_range, address) => {
    expect(judgeAddress(address, 'example.com', nothing)).toBe('refused');
  });
});

describe('what the operator allows', () => {
  const allow = parseOutboundAllow('10.0.0.0/8, auditor.internal ,192.168.1.7,fd00::/8');

  it.each([
    ['10.1.2.3', 'x', 'allowed'],
    ['192.168.1.7', 'x', 'allowed'],
    ['192.168.1.8', 'x', 'refused'],
    ['fd12::1', 'x', 'allowed'],
    ['192.168.9.9', 'auditor.internal', 'allowed'],
    ['127.0.0.1', 'auditor.internal', 'allowed'],
    ['8.8.8.8', 'auditor.internal', 'public'],
    ['::ffff:10.1.2.3', 'x', 'refused'],
    ['::ffff:10.1.2.3', 'auditor.internal', 'refused'],
    ['169.254.169.254', 'auditor.internal', 'refused'],
    ['168.63.129.16', 'auditor.internal', 'refused'],
    ['0.0.0.0', 'auditor.internal', 'refused'],
    ['fe80::1', 'auditor.internal', 'refused'],
  ])('%s of %s is %s', (address, host, verdict) => {
    expect(judgeAddress(address, host, allow)).toBe(verdict);
  });

  it('loopback stands for both families and nothing else', () => {
    const loopback = parseOutboundAllow(loopbackBlocks);
    expect(
      ['127.0.0.1', '127.9.9.9', '::1', '10.0.0.1', '::2'].map((address) => judgeAddress(address, 'x', loopback)),
    ).toEqual(['allowed', 'allowed', 'allowed', 'refused', 'refused']);
  });

  it.each(['10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/', 'fd00::/129', 'a b', 'http://x', 'x/8', '-x', '::1%lo', 'x..y'])(
    'the item %j is refused by name',
    (item) => {
      try {
        parseOutboundAllow(`good.example,${item}`);
        expect.unreachable();
      } catch (error) {
        expect(isAppError(error, 'config') && error.publicText).toContain(JSON.stringify(item));
      }
    },
  );
});
