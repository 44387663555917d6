import { webcrypto } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createWebProofCrypto, nodeProofCrypto } from '@assay/sdk/crypto';
import { describe, expect, it } from 'vitest';
import { issue, p384, revoke } from '../../../../test/support/certificates.ts';
import { decodeFile } from '../files.ts';
import type { ReportInput } from '../input.ts';
import { expectNoAcceptedMutation, rememberChecks } from '../mutation.fixture.ts';
import { readNitroReport } from './carrier.ts';
import {
  createNitroBench,
  createNitroChain,
  type NitroReportOptions,
  nitroBenchNow,
  toCarrier,
} from './nitro.fixture.ts';
import { verifyNitro } from './nitro.ts';
import { awsRoots } from './roots.ts';

const bench = createNitroBench();
const base = { certificates: [], now: nitroBenchNow, crypto: nodeProofCrypto, roots: bench.roots, policy: {} };
const verify = (options: NitroReportOptions = {}, input: Partial<ReportInput> = {}) =>
  verifyNitro({ ...base, report: bench.report(options).report, ...input });
const codesOf = async (options: NitroReportOptions, input: Partial<ReportInput> = {}) =>
  (await verify(options, input)).reasons;

describe('a valid document', () => {
  it('is accepted at warning without revocation lists and reference values, and reports it', async () => {
    const verdict = await verify();
    expect(verdict).toMatchObject({ kind: 'nitro', accepted: true, tier: 'warning', reasons: [] });
    expect(verdict.vector).toEqual({
      'instance-identity': 2,
      configuration: 2,
      executables: 0,
      hardware: 0,
      'runtime-opaque': 32,
    });
    expect(verdict.notes.join()).toMatch(/revocation was not checked.*no reference values/);
  });

  it('with lists and reference values is still warning: memory is isolated, not shown to be encrypted', async () => {
    const { report, collateral } = bench.report();
    const policy = {
      measurements: { pcr0: ['a0'.repeat(48)], pcr8: ['00', 'A8'.repeat(48)] },
      require_revocation: true,
    };
    const verdict = await verifyNitro({ ...base, report, collateral, policy });
    expect(verdict).toMatchObject({ accepted: true, tier: 'warning' });
    expect(verdict.vector).toMatchObject({ executables: 2, hardware: 2, 'runtime-opaque': 32 });
    expect(verdict.valid_until).toEqual({ leaf: '2026-06-01T14:00:00.000Z', collateral: '2040-01-01T00:00:00.000Z' });
  });

  it('is the same inside a certificate that carries it, which is reported as unchecked', async () => {
    const { report } = bench.report();
    const carried = await verifyNitro({ ...base, report: toCarrier(report) });
    expect(carried).toMatchObject({ accepted: true, report: (await verifyNitro({ ...base, report })).report });
    expect(carried.notes.join()).toContain('only its carrier');
  });

  it('answers the nonce and contains the requested user data', async () => {
    const nonce = Buffer.alloc(32, 9);
    const reportData = Buffer.alloc(64, 8);
    expect(await codesOf({ nonce, userData: reportData }, { nonce, reportData })).toEqual([]);
    expect(await codesOf({ nonce: null }, { nonce })).toEqual(['nonce_mismatch']);
    expect(await codesOf({ nonce: Buffer.alloc(33, 9) }, { nonce })).toEqual(['nonce_mismatch']);
    expect(await codesOf({ userData: null }, { reportData })).toEqual(['report_data_mismatch']);
    expect(await codesOf({ userData: Buffer.alloc(64) }, { reportData })).toEqual(['report_data_mismatch']);
    expect(await codesOf({ userData: reportData }, { policy: { report_data: '08'.repeat(64) } })).toEqual([]);
    expect(await codesOf({ userData: reportData }, { policy: { report_data: '09'.repeat(64) } })).toEqual([
      'report_data_mismatch',
    ]);
  });
});

it('the verdict is the same with WebCrypto, and valid no longer than the first certificate of the chain', async () => {
  const crypto = createWebProofCrypto(webcrypto.subtle);
  const { report, collateral } = bench.report();
  expect(await verifyNitro({ ...base, crypto, report, collateral })).toEqual(
    await verifyNitro({ ...base, report, collateral }),
  );
  const chain = createNitroChain({ instance: { notAfter: '2026-06-01T13:00:00Z' } });
  const other = createNitroBench(chain);
  const verdict = await verifyNitro({ ...base, crypto, roots: other.roots, report: other.report().report });
  expect(verdict).toMatchObject({
    accepted: true,
    valid_until: { leaf: '2026-06-01T13:00:00.000Z', collateral: null },
  });
});

describe("an owner's requirements", () => {
  it('refuse a register with another value, or a missing one', async () => {
    expect(await codesOf({}, { policy: { measurements: { pcr0: ['00'.repeat(48)] } } })).toEqual(['measurement']);
    expect(await codesOf({}, { policy: { measurements: { pcr31: ['00'.repeat(48)] } } })).toEqual(['measurement']);
  });

  it('refuse a document older than the policy allows, and one from the future', async () => {
    const policy = { max_age_s: 300 };
    expect(await codesOf({ timestamp: nitroBenchNow - 300_000 }, { policy })).toEqual([]);
    expect(await codesOf({ timestamp: nitroBenchNow - 300_001 }, { policy })).toEqual(['policy']);
    expect(await codesOf({ timestamp: nitroBenchNow + 60_000 }, { policy })).toEqual([]);
    expect(await codesOf({ timestamp: nitroBenchNow + 60_001 }, { policy })).toEqual(['not_yet_valid']);
    expect(await codesOf({ timestamp: nitroBenchNow + 60_001 })).toEqual([]);
  });

  it('refuse missing required revocation lists', async () => {
    const policy = { require_revocation: true };
    expect(await codesOf({}, { policy })).toEqual(['policy']);
    const { revocationLists } = bench.report().collateral;
    const collateral = { revocationLists: revocationLists.slice(0, 1), documents: [], certificates: [] };
    expect(await codesOf({}, { policy, collateral })).toEqual(['policy']);
  });
});

describe('a debug enclave is refused with its own code', () => {
  it('PCR0 of zeros', async () => {
    const verdict = await verify({ pcrs: { 0: Buffer.alloc(48), 1: Buffer.alloc(48, 1) } });
    expect(verdict).toMatchObject({ accepted: false, reasons: ['debug'], tier: 'contraindicated' });
    expect(verdict.vector).toMatchObject({ configuration: 96, 'runtime-opaque': 96 });
  });

  it('no PCR0, which shows debug mode', async () => {
    expect(await codesOf({ pcrs: { 1: Buffer.alloc(48, 1) } })).toEqual(['unsupported']);
  });
});

describe('a chain is refused with', () => {
  type Changes = Parameters<typeof createNitroChain>[0];
  const codesUnder = async (changes: Changes, input: Partial<ReportInput> = {}) => {
    const other = createNitroBench(createNitroChain(changes));
    return (await verifyNitro({ ...base, roots: other.roots, report: other.report().report, ...input })).reasons;
  };

  it('another root than the pinned one', async () => {
    expect(await codesUnder({}, { roots: bench.roots })).toEqual(['root_untrusted']);
    expect(await codesUnder({}, { roots: [] })).toEqual(['root_untrusted']);
  });

  it('a root with the right bytes but pinned for another vendor', async () => {
    const roots = bench.roots.map((root) => ({ ...root, vendor: 'amd' as const }));
    expect(await codesOf({}, { roots })).toEqual(['root_untrusted']);
  });

  it.each<[string, Changes, string[]]>([
    ['an instance that is no authority', { instance: { isAuthority: false } }, ['chain_invalid']],
    ['a zone that may not have an authority under it', { zone: { pathLength: 0 } }, ['chain_invalid']],
    ['an enclave that is an authority', { enclave: { isAuthority: true } }, ['chain_invalid']],
    ['a zone that has expired', { zone: { notAfter: '2026-06-01T11:59:59Z' } }, ['expired']],
    ['an instance that is not valid yet', { instance: { notBefore: '2026-06-01T12:00:01Z' } }, ['not_yet_valid']],
  ])('%s', async (_, changes, codes) => {
    expect(await codesUnder(changes)).toEqual(codes);
  });

  it('an intermediate that is missing, or in another order', async () => {
    const { root, region, zone, instance } = bench.chain;
    const bundle = (...members: (typeof root)[]) => ({ members: { cabundle: members.map(({ der }) => der) } });
    expect(await codesOf(bundle(root, region, instance))).toEqual(['chain_invalid']);
    expect(await codesOf(bundle(root, zone, region, instance))).toEqual(['chain_invalid']);
    expect(await codesOf(bundle(instance, zone, region, root))).toEqual(['root_untrusted', 'chain_invalid']);
  });

  it('an unreadable certificate', async () => {
    expect(await codesOf({ members: { certificate: Buffer.from('3000', 'hex') } })).toEqual([
      'signature_invalid',
      'chain_invalid',
    ]);
    const { root, region, zone } = bench.chain;
    const cabundle = [root.der, region.der, zone.der, Buffer.from('3000', 'hex')];
    expect(await codesOf({ members: { cabundle } })).toEqual(['chain_invalid']);
  });

  it('the document of another enclave under the same instance: each certificate signs its own', async () => {
    const stranger = createNitroBench({ ...bench.chain, enclave: createNitroChain().enclave });
    const { report } = stranger.report({ members: { certificate: bench.chain.enclave.der } });
    expect((await verifyNitro({ ...base, report })).reasons).toEqual(['signature_invalid']);
  });
});

describe('revocation', () => {
  it('a certificate on the list of its issuer is refused', async () => {
    for (const serial of [2, 3]) {
      const { report, collateral } = bench.report({ revoked: [serial] });
      const verdict = await verifyNitro({ ...base, report, collateral });
      expect(verdict).toMatchObject({ accepted: false, reasons: ['revoked'] });
    }
  });

  it('an outdated list, or one signed by another, proves nothing and is refused', async () => {
    const collateralOf = (list: Uint8Array) => ({ revocationLists: [list], documents: [], certificates: [] });
    const old = revoke({ issuer: bench.chain.root, nextUpdate: '2026-06-01T12:00:00Z' });
    expect(await codesOf({}, { collateral: collateralOf(old) })).toEqual(['collateral_expired']);
    const forged = revoke({ issuer: { ...bench.chain.root, keys: bench.chain.zone.keys } });
    expect(await codesOf({}, { collateral: collateralOf(forged) })).toEqual(['chain_invalid']);
  });

  it('an outdated list beside a current one still counts for its revocations', async () => {
    const { report, collateral } = bench.report();
    const old = revoke({ issuer: bench.chain.root, nextUpdate: '2026-05-01', revoked: [2] });
    const both = (list: Uint8Array) => ({ ...collateral, revocationLists: [list, ...collateral.revocationLists] });
    expect((await verifyNitro({ ...base, report, collateral: both(old) })).reasons).toEqual(['revoked']);
    const harmless = revoke({ issuer: bench.chain.root, nextUpdate: '2026-05-01' });
    expect((await verifyNitro({ ...base, report, collateral: both(harmless) })).reasons).toEqual([]);
  });

  it('a foreign list is ignored, and an unreadable one is refused', async () => {
    const stranger = revoke({ issuer: issue({ subject: 'stranger', keys: p384(), isAuthority: true }) });
    const collateral = (list: Uint8Array) => ({ revocationLists: [list], documents: [], certificates: [] });
    const verdict = await verify({}, { collateral: collateral(stranger) });
    expect(verdict).toMatchObject({ accepted: true, vector: { hardware: 0 } });
    const damaged = await verify({}, { collateral: collateral(Buffer.from('3000', 'hex')) });
    expect(damaged.reasons).toEqual(['chain_invalid']);
  });
});

const vectors = new URL('../../../../../shared/vectors/evervault__attestation-doc-validation/', import.meta.url);
const read = (path: string) => decodeFile(readFileSync(new URL(`test-data/${path}`, vectors)));

describe.skipIf(!existsSync(vectors))('genuine documents (skipped without the shared vectors)', () => {
  const at = (report: Uint8Array, now: string, input: Partial<ReportInput> = {}) =>
    verifyNitro({ ...base, roots: awsRoots, report, now: Date.parse(now), ...input });
  const carried = 'beta/non-debug-cert-containing-attestation-document-18-1-23';

  it.each([
    ['beta/debug-mode-attestation-doc-bytes', '2022-10-12T13:49:50Z', '2022-10-12T14:00:00Z', '2022-10-12T16:49:55Z'],
    ['valid-attestation-doc-base64', '2023-09-18T14:37:08Z', '2023-09-18T15:10:00Z', '2023-09-18T17:37:13Z'],
    [
      'beta/debug-mode-cert-containing-attestation-doc-18-1-23.pem',
      '2023-01-18T15:10:26Z',
      '2023-01-18T15:30:00Z',
      '2023-01-18T18:10:31Z',
    ],
  ])('%s is genuine, and refused as debug', async (path, before, inside, after) => {
    const report = read(path);
    expect((await at(report, before)).reasons).toEqual(['not_yet_valid', 'debug']);
    expect((await at(report, inside)).reasons).toEqual(['debug']);
    expect((await at(report, after)).reasons).toEqual(['expired', 'debug']);
  });

  it.each([`${carried}.pem`, `${carried}-der.crt`])('%s is accepted within its three hours', async (path) => {
    const report = read(path);
    expect((await at(report, '2023-01-18T13:07:12Z')).reasons).toEqual(['not_yet_valid']);
    expect(await at(report, '2023-01-18T13:30:00Z')).toMatchObject({ accepted: true, tier: 'warning' });
    expect((await at(report, '2023-01-18T16:07:17Z')).reasons).toEqual(['expired']);
  });

  it.each([
    ['check_pcr8_only', '13:30', []],
    ['in_cert_der_encoding', '13:30', []],
    ['in_non_debug_mode_with_correct_pcrs', '13:30', []],
    ['in_cert_incorrect_pcrs', '13:30', ['measurement']],
    ['in_cert', '15:30', ['debug']],
  ])('the registers of %s compare as expected', async (name, time, reasons) => {
    const file = new URL(`test-specs/beta/valid_attestation_doc_${name}_time_sensitive.json`, vectors);
    const spec: { file: string; pcrs: Record<string, string> } = JSON.parse(readFileSync(file, 'utf8'));
    const measurements = Object.fromEntries(Object.entries(spec.pcrs).map(([pcr, value]) => [pcr, [value]]));
    const report = read(spec.file.replace('test-data/', ''));
    const verdict = await at(report, `2023-01-18T${time}:00Z`, { policy: { measurements } });
    expect(verdict.reasons).toEqual(reasons);
    expect(verdict.vector['executables']).toBe(reasons.includes('measurement') ? 96 : 2);
  });

  it('no changed byte and no truncated document is accepted', async () => {
    const { document } = readNitroReport(read(`${carried}-der.crt`));
    const crypto = rememberChecks(nodeProofCrypto);
    const counts = await expectNoAcceptedMutation(
      document,
      (report) => at(report, '2023-01-18T13:30:00Z', { crypto }),
      { stride: 3, sampled: 16, truncationStride: 7 },
    );
    expect(counts.flips).toBeGreaterThan(1500);
  }, 60_000);
});

it('no changed byte and no truncated document of the bench is accepted', async () => {
  const crypto = rememberChecks(nodeProofCrypto);
  const { report } = bench.report({ nonce: Buffer.alloc(32, 1), userData: Buffer.alloc(64, 2) });
  await expectNoAcceptedMutation(report, (changed) => verifyNitro({ ...base, crypto, report: changed }), {
    stride: 5,
    sampled: 8,
    truncationStride: 11,
  });
}, 60_000);
