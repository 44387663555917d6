import { describe, expect, it } from 'vitest';
import { isAppError } from '../errors.ts';
import {
  isMetadataHost,
  isNeverAllowed,
  judgeAddress,
  loopbackBlocks,
  mergeAllow,
  parseAllowItem,
  parseOutboundAllow,
  touchesLoopback,
} from './outbound-addresses.ts';

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
    ['credentials of tasks of AWS', '169.254.170.2'],
    ['metadata of Google, IPv6', 'fd20:ce::254'],
    ['credentials of pods of AWS, IPv6', 'fd00:ec2::23'],
    ['IPv4-compatible public', '::8.8.8.8'],
    ['IPv4-translated', '::ffff:0:8.8.8.8'],
    ['NAT64 of a public address', '64:ff9b::808:808'],
    ['6to4 of a public address', '2002:808:808::1'],
    ['Teredo of a private client', '2001:0:808:808:0:0:f5ff:fffe'],
    ['ISATAP of a private address', '2606:4700::5efe:10.0.0.1'],
    ['ISATAP, global, of metadata', '2606:4700::200:5efe:a9fe:a9fe'],
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

describe("an operator's permission", () => {
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

  it.each([
    ['0.0.0.0/0,::/0', '169.254.169.254'],
    ['0.0.0.0/0,::/0', '169.254.170.2'],
    ['168.0.0.0/8', '168.63.129.16'],
    ['100.64.0.0/10', '100.100.100.200'],
    ['fc00::/7', 'fd00:ec2::254'],
    ['fc00::/7', 'fd20:ce::254'],
    ['fc00::/7', 'fd00:42::42'],
    ['0.0.0.0/0,::/0', 'fe80::1'],
    ['0.0.0.0/0,::/0', '0.0.0.0'],
    ['0.0.0.0/0,::/0', '::'],
    ['0.0.0.0/0,::/0', '224.0.0.1'],
    ['0.0.0.0/0,::/0', '::ffff:169.254.169.254'],
    ['0.0.0.0/0,::/0', '64:ff9b::a9fe:a9fe'],
    ['0.0.0.0/0,::/0', '2002:a9fe:a9fe::1'],
    ['0.0.0.0/0,::/0', '64:ff9b:1:a9fe:a9:fe00::'],
  ])('%s includes no metadata address: %s', (list, address) => {
    expect(judgeAddress(address, 'x', parseOutboundAllow(list))).toBe('refused');
  });

  it.each(['169.254.169.254', '169.254.0.0/16', '169.254.169.0/24', 'fe80::/64', '100.100.100.200', '168.63.129.16'])(
    'cannot be given for %s',
    (item) => {
      expect(() => parseOutboundAllow(`10.0.0.0/8,${item}`)).toThrow(/never called/);
    },
  );

  it.each(['metadata.google.internal', 'METADATA', 'x.metadata.goog', 'instance-data', 'metadata.azure.internal'])(
    'cannot be given for the name %s',
    (name) => {
      expect(() => parseOutboundAllow(name)).toThrow(/never called/);
      expect(isMetadataHost(name.toLowerCase())).toBe(true);
    },
  );

  it('applies to NAT64 with a named prefix, as far as the carried address is allowed', () => {
    const translated = parseOutboundAllow('64:ff9b::/96,10.0.0.0/8');
    const verdicts = ['64:ff9b::808:808', '64:ff9b::a00:1', '64:ff9b::c0a8:1', '64:ff9b::7f00:1'].map((address) =>
      judgeAddress(address, 'x', translated),
    );
    expect(verdicts).toEqual(['public', 'allowed', 'refused', 'refused']);
  });

  it('is the union of two lists', () => {
    const both = mergeAllow(parseOutboundAllow('10.0.0.0/8'), parseOutboundAllow('192.168.0.0/16,crm.internal'));
    const verdicts = ['10.0.0.1', '192.168.0.1', '172.16.0.1'].map((address) => judgeAddress(address, 'x', both));
    expect(verdicts).toEqual(['allowed', 'allowed', 'refused']);
    expect(judgeAddress('172.16.0.1', 'crm.internal', both)).toBe('allowed');
  });

  it('for barred loopback is not given by a block, a name, or another list', () => {
    const barred = { ...parseOutboundAllow('10.0.0.0/8'), barsLoopback: true };
    const all = mergeAllow(barred, parseOutboundAllow('127.0.0.0/8,::1,sidecar,0.0.0.0/0'));
    for (const address of ['127.0.0.1', '::1']) expect(judgeAddress(address, 'sidecar', all)).toBe('refused');
    expect(judgeAddress('10.0.0.1', 'x', all)).toBe('allowed');
  });

  it.each([
    ['127.0.0.1', true],
    ['127.0.0.0/8', true],
    ['0.0.0.0/0', true],
    ['::1', true],
    ['localhost', true],
    ['a.localhost', true],
    ['10.0.0.0/8', false],
    ['localhost.internal', false],
  ])('%s touches loopback: %s', (item, expected) => {
    expect(touchesLoopback(parseOutboundAllow(item))).toBe(expected);
  });

  it('may be one item alone', () => {
    expect(parseAllowItem('10.0.0.0/8')?.blocks).toHaveLength(1);
    expect([...(parseAllowItem('CRM.internal')?.hosts ?? [])]).toEqual(['crm.internal']);
    for (const item of ['10.0.0.0/33', 'a,b', '', '10.0.0.256', '1.2.3']) expect(parseAllowItem(item)).toBeUndefined();
    expect(isNeverAllowed(parseOutboundAllow('10.0.0.0/8'))).toBe(false);
  });

  it('for loopback covers both families and nothing else', () => {
    const loopback = parseOutboundAllow(loopbackBlocks);
    expect(
      ['127.0.0.1', '127.9.9.9', '::1', '10.0.0.1', '::2'].map((address) => judgeAddress(address, 'x', loopback)),
    ).toEqual(['allowed', 'allowed', 'allowed', 'refused', 'refused']);
  });

  it.each(['10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/', 'fd00::/129', 'a b', 'http://x', 'x/8', '-x', '::1%lo', 'x..y'])(
    'with the item %j is refused by name',
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
