import { nodeProofCrypto } from '@assay/sdk/crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CborError } from './cbor.ts';
import { readSigned } from './cose.ts';
import { parseDocument } from './document.ts';
import { createNitroBench, encodeCbor, type NitroReportOptions, nitroBenchNow, toDocument } from './nitro.fixture.ts';
import { verifyNitro } from './nitro.ts';

const bench = createNitroBench();
const verify = (report: Uint8Array) =>
  verifyNitro({
    report,
    certificates: [],
    now: nitroBenchNow,
    crypto: nodeProofCrypto,
    roots: bench.roots,
    policy: {},
  });
const verifyWith = (options: NitroReportOptions) => verify(bench.report(options).report);
const pcr = (length: number) => ({ 0: Buffer.alloc(length, 1) });

describe("a payload in AWS's format", () => {
  it.each<[string, NitroReportOptions]>([
    [
      'with everything',
      { nonce: Buffer.alloc(512, 1), userData: Buffer.alloc(512, 2), publicKey: Buffer.alloc(1024, 3) },
    ],
    ['with empty user data and nonce', { nonce: Buffer.alloc(0), userData: Buffer.alloc(0) }],
    ['without the optional members', { members: { nonce: undefined, user_data: undefined, public_key: undefined } }],
    ['with registers of 32 bytes', { pcrs: pcr(32) }],
    ['with registers of 64 bytes', { pcrs: pcr(64) }],
    [
      'with every register',
      { pcrs: Object.fromEntries(Array.from({ length: 32 }, (_, n) => [n, Buffer.alloc(48, 1)])) },
    ],
  ])('is accepted %s', async (_, options) => {
    expect(await verifyWith(options)).toMatchObject({ accepted: true, reasons: [] });
  });

  it('is shown member by member', async () => {
    const { report } = await verifyWith({ nonce: Buffer.from('0a0b', 'hex'), userData: Buffer.from('c0de', 'hex') });
    expect(report).toMatchObject({
      module_id: 'i-0123456789abcdef0-enc0123456789abcdef',
      digest: 'SHA384',
      timestamp: nitroBenchNow,
      pcr0: 'a0'.repeat(48),
      pcr8: 'a8'.repeat(48),
      nonce: '0a0b',
      user_data: 'c0de',
      public_key: null,
    });
  });
});

describe('a signed payload of another form is refused', () => {
  it.each<[string, NitroReportOptions['members']]>([
    ['a member that AWS does not name', { region: 'nowhere' }],
    ['another digest', { digest: 'SHA256' }],
    ['no digest', { digest: undefined }],
    ['no registers', { pcrs: { entries: [] } }],
    ['a register above 31', { pcrs: { entries: [[32, Buffer.alloc(48, 1)]] } }],
    ['a register below 0', { pcrs: { entries: [[-1, Buffer.alloc(48, 1)]] } }],
    ['a register with a name', { pcrs: { entries: [['0', Buffer.alloc(48, 1)]] } }],
    ['a register of 47 bytes', { pcrs: { entries: [[0, Buffer.alloc(47, 1)]] } }],
    ['registers that are no map', { pcrs: [] }],
    ['a module without a name', { module_id: '' }],
    ['a module with control characters in its name', { module_id: 'i-1\u001b[2J' }],
    ['a module named by bytes', { module_id: Buffer.from('i-1') }],
    ['a time of zero', { timestamp: 0 }],
    ['a time that is text', { timestamp: '2026-06-01' }],
    ['an empty chain', { cabundle: [] }],
    ['a chain of nine', { cabundle: Array.from({ length: 9 }, () => Buffer.alloc(8)) }],
    ['a chain that is one certificate', { cabundle: Buffer.alloc(8) }],
    ['an empty certificate', { certificate: Buffer.alloc(0) }],
    ['a certificate above 1024 bytes', { certificate: Buffer.alloc(1025) }],
    ['no certificate', { certificate: null }],
    ['user data above 512 bytes', { user_data: Buffer.alloc(513) }],
    ['user data as text', { user_data: 'text' }],
    ['a nonce above 512 bytes', { nonce: Buffer.alloc(513) }],
    ['an empty public key', { public_key: Buffer.alloc(0) }],
    ['a public key above 1024 bytes', { public_key: Buffer.alloc(1025) }],
  ])('%s', async (_, members) => {
    expect(await verifyWith(members === undefined ? {} : { members })).toMatchObject({
      accepted: false,
      tier: 'contraindicated',
      reasons: ['unsupported'],
      report: null,
    });
  });

  it('a payload that is no map, or no CBOR', async () => {
    for (const payload of [encodeCbor([1]), Buffer.from('ff', 'hex'), Buffer.alloc(0)]) {
      const verdict = await verify(toDocument(payload, bench.chain.enclave.keys));
      expect(verdict.accepted).toBe(false);
    }
  });
});

it('any payload gives a document or a CborError', () => {
  const { payload } = readSigned(bench.report().report);
  fc.assert(
    fc.property(fc.nat(payload.length - 1), fc.uint8Array({ maxLength: 12 }), (at, bytes) => {
      const changed = payload.slice();
      changed.set(bytes.subarray(0, payload.length - at), at);
      try {
        parseDocument(changed);
      } catch (error) {
        expect(error).toBeInstanceOf(CborError);
      }
    }),
    { numRuns: 5000 },
  );
});
