import { nodeProofCrypto } from '@assay/sdk/crypto';
import { readDer } from '@assay/sdk/x509';
import { describe, expect, it } from 'vitest';
import { extension, issue, p256, p384 } from '../../../../test/support/certificates.ts';
import { boolean, integer, octets, oid, sequence } from '../../../../test/support/der.ts';
import { createTdxBench, intelBenchNow } from './intel-bench.fixture.ts';
import { type PlatformOptions, toSgxExtension } from './platform.fixture.ts';
import type { QuoteOptions } from './quote.fixture.ts';
import { verifyTdx } from './tdx.ts';

const bench = createTdxBench();
const { leaf, authority, root, signer } = bench.platform;
const base = { certificates: [], now: intelBenchNow, crypto: nodeProofCrypto, roots: bench.roots, policy: {} };
const codesOf = async (options: QuoteOptions, roots = bench.roots) =>
  (await verifyTdx({ ...base, roots, report: bench.report(options).report })).reasons;
const codesUnder = async (options: PlatformOptions, now = intelBenchNow) => {
  const other = createTdxBench(options);
  return (await verifyTdx({ ...base, now, roots: other.roots, report: other.report().report })).reasons;
};

describe('the chain inside a quote', () => {
  it('may omit the pinned root', async () => {
    expect(await codesOf({ chain: [leaf.der, authority.der] })).toEqual([]);
  });

  it('must end at a root pinned byte for byte, and for Intel', async () => {
    const twin = issue({ subject: 'Intel SGX Root CA', keys: root.keys, isAuthority: true, pathLength: 1 });
    expect(await codesOf({ chain: [leaf.der, authority.der, twin.der] })).toEqual(['root_untrusted']);
    expect(await codesOf({}, createTdxBench().roots)).toEqual(['root_untrusted']);
    expect(await codesOf({}, [])).toEqual(['root_untrusted']);
    const forAmd = bench.roots.map((each) => ({ ...each, vendor: 'amd' as const }));
    expect(await codesOf({}, forAmd)).toEqual(['root_untrusted']);
    expect(await codesOf({ chain: [leaf.der, authority.der] }, [])).toEqual(['root_untrusted', 'chain_invalid']);
  });

  it.each([
    ['no certificate', []],
    ['the leaf alone', [leaf.der]],
    ['a certificate more', [leaf.der, authority.der, signer.der, root.der]],
    ['the leaf twice', [leaf.der, leaf.der, authority.der, root.der]],
  ])('with %s is refused', async (_, chain) => {
    expect(await codesOf({ chain })).toContain('chain_invalid');
  });

  it('in another order is refused', async () => {
    expect(await codesOf({ chain: [authority.der, leaf.der, root.der] })).toEqual([
      'signature_invalid',
      'chain_invalid',
    ]);
  });

  it('with an unreadable certificate is refused, as is the signature over which it has to decide', async () => {
    expect(await codesOf({ spell: (text) => text.replace(/^M/m, 'N') })).toEqual([
      'chain_invalid',
      'signature_invalid',
    ]);
    expect(await codesOf({ spell: () => '' })).toEqual(['chain_invalid', 'signature_invalid'].reverse());
  });

  it('of another CA, or to another kind of leaf, is refused', async () => {
    expect(await codesUnder({ authorityName: 'Intel SGX Something CA' })).toEqual(['chain_invalid']);
    expect(await codesUnder({ authorityName: 'Intel SGX PCK Processor CA' })).toEqual([]);
    expect(await codesUnder({ leafName: 'Intel SGX TCB Signing' })).toEqual(['chain_invalid']);
  });

  it('to an authority with the name of a PCK is refused', async () => {
    const other = issue({
      subject: 'Intel SGX PCK Certificate',
      keys: leaf.keys,
      issuer: authority,
      isAuthority: true,
      extensions: [extension('1.2.840.113741.1.13.1', toSgxExtension())],
    });
    expect(await codesOf({ chain: [other.der, authority.der, root.der] })).toEqual(['chain_invalid']);
  });

  it('forged with the names of Intel is refused', async () => {
    const forged = createTdxBench().platform;
    const report = bench.report({
      chain: [forged.leaf.der, forged.authority.der, root.der],
      qeSigner: forged.leaf.keys,
    });
    expect((await verifyTdx({ ...base, report: report.report })).reasons).toEqual(['chain_invalid']);
  });

  it('to a leaf on another curve checks nothing', async () => {
    const other = issue({ subject: 'Intel SGX PCK Certificate', keys: p384(), issuer: authority });
    expect(await codesOf({ chain: [other.der, authority.der, root.der] })).toEqual([
      'signature_invalid',
      'chain_invalid',
    ]);
  });

  it('is valid from its first to its last moment', async () => {
    const options = { notBefore: '2026-06-01', notAfter: '2026-06-20' };
    expect(await codesUnder(options, Date.parse('2026-05-31T23:59:59Z'))).toEqual(['not_yet_valid']);
    expect(await codesUnder(options, Date.parse('2026-06-01'))).toEqual([]);
    expect(await codesUnder(options, Date.parse('2026-06-20'))).toEqual([]);
    expect(await codesUnder(options, Date.parse('2026-06-20T00:00:01Z'))).toEqual(['expired']);
  });
});

describe("a PCK certificate's platform data", () => {
  const arc = '1.2.840.113741.1.13.1';
  const sound = toSgxExtension();

  it.each<[string, Buffer | null]>([
    ['no extension', null],
    ['an empty one', sequence()],
    ['octets instead of it', octets(sound)],
    ['bytes after it', Buffer.concat([sound, Buffer.of(0)])],
    ['a member twice', sequence(readDer(sound).content, sequence(oid(`${arc}.4`), octets(Buffer.alloc(6))))],
    ['a member of three parts', sequence(sequence(oid(`${arc}.4`), octets(Buffer.alloc(6)), boolean(true)))],
    ['an FMSPC that is too short', toSgxExtension({ fmspc: '50806f' })],
    [
      'a component that is too large',
      toSgxExtension({ components: Array.from({ length: 16 }, (_, at) => (at === 3 ? 256 : 0)) }),
    ],
    ['a component that is missing', toSgxExtension({ components: [1, 2, 3] })],
    ['a PCE SVN that is too large', toSgxExtension({ pceSvn: 65_536 })],
    ['a number for it', integer(1)],
  ])('%s is refused', async (_, value) => {
    expect(await codesUnder({ extension: value })).toEqual(['chain_invalid']);
  });

  it('with SVNs of two bytes count', async () => {
    expect(await codesUnder({ pceSvn: 300 })).toEqual([]);
  });

  it('with a key not issued by Intel cannot be bound by another chain', async () => {
    expect(await codesOf({ qeSigner: p256() })).toEqual(['signature_invalid']);
  });
});
