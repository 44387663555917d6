import { webcrypto } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createWebProofCrypto, nodeProofCrypto } from '@assay/sdk/crypto';
import { readPem, toPem } from '@assay/sdk/x509';
import { describe, expect, it } from 'vitest';
import { extension, p384, revoke } from '../../../../test/support/certificates.ts';
import { sequence } from '../../../../test/support/der.ts';
import { decodeFile, readCompanions } from '../files.ts';
import type { ReportInput } from '../input.ts';
import { expectNoAcceptedMutation, rememberChecks } from '../mutation.fixture.ts';
import {
  createNvidiaBench,
  createNvidiaChain,
  type NvidiaProduct,
  type NvidiaReportOptions,
  nvidiaBenchNow,
  toFwidExtension,
} from './nvidia.fixture.ts';
import { verifyNvidia } from './nvidia.ts';
import { nvidiaRoots } from './roots.ts';

const bench = createNvidiaBench();
const base = { now: nvidiaBenchNow, crypto: nodeProofCrypto, roots: bench.roots, policy: {} };
const verify = (options: NvidiaReportOptions = {}, input: Partial<ReportInput> = {}) => {
  const { report, certificates } = bench.report(options);
  return verifyNvidia({ ...base, report, certificates, ...input });
};
const codesOf = async (options: NvidiaReportOptions, input: Partial<ReportInput> = {}) =>
  (await verify(options, input)).reasons;

describe('a valid report', () => {
  it.each<[NvidiaProduct, string]>([
    ['GH100', 'gpu'],
    ['GB100', 'gpu'],
    ['LS10', 'switch'],
  ])('of %s is accepted at warning, and names the unproven parts', async (product, device) => {
    const other = createNvidiaBench(product);
    const { report, certificates } = other.report();
    const verdict = await verifyNvidia({ ...base, roots: other.roots, report, certificates });
    expect(verdict).toMatchObject({ kind: 'nvidia', accepted: true, tier: 'warning', reasons: [] });
    expect(verdict.vector).toEqual({
      'instance-identity': 2,
      configuration: 0,
      executables: 0,
      hardware: 0,
      'runtime-opaque': 0,
    });
    expect(verdict.report).toMatchObject({ device, hwmodel: `${product} A01 GSP BROM`, ueid: '05' });
    expect(verdict.notes.join()).toMatch(/OCSP was not asked.*reference manifests/);
  });

  it('with compared measurements reports it, and is still warning: its memory is isolated, not encrypted', async () => {
    const policy = { measurements: { measurement_1: ['00'.repeat(48)], fwid: ['F1'.repeat(48)] } };
    const verdict = await verify({}, { policy });
    expect(verdict).toMatchObject({ accepted: true, tier: 'warning' });
    expect(verdict.vector).toMatchObject({ executables: 2, 'runtime-opaque': 32 });
  });

  it('is accepted with its certificates in any order, without the root, and with those of other devices', async () => {
    const { certificates } = bench.report();
    expect(await codesOf({}, { certificates: certificates.toReversed() })).toEqual([]);
    expect(await codesOf({}, { certificates: certificates.slice(0, -1) })).toEqual([]);
    const others = createNvidiaBench('GH100').report().certificates;
    expect(await codesOf({}, { certificates: [...others, ...certificates, Buffer.from('3000', 'hex')] })).toEqual([]);
  });

  it('reads each certificate from its own PEM file, with padding or without', async () => {
    const { certificates } = bench.report();
    for (const der of [...certificates, ...createNvidiaBench('GB100').report().certificates]) {
      expect(readCompanions([new TextEncoder().encode(toPem(der))])).toMatchObject({
        certificates: [new Uint8Array(der)],
      });
    }
  });

  it('is the same with WebCrypto', async () => {
    expect(await verify({}, { crypto: createWebProofCrypto(webcrypto.subtle) })).toEqual(await verify());
  });

  it('is the same with up to 16 bytes after it', async () => {
    const verdict = await verify({ trailing: Buffer.alloc(16, 1) });
    expect(verdict).toEqual(await verify());
    expect(await codesOf({ trailing: Buffer.alloc(17) })).toEqual(['length']);
  });
});

describe('requirements', () => {
  it('the nonce must be the requested one', async () => {
    const nonce = Buffer.alloc(32, 9);
    expect(await codesOf({ nonce }, { nonce })).toEqual([]);
    expect(await codesOf({}, { nonce })).toEqual(['nonce_mismatch']);
    expect(await codesOf({ nonce }, { nonce: nonce.subarray(1) })).toEqual(['nonce_mismatch']);
  });

  it('user data cannot be required: the report has none', async () => {
    expect(await codesOf({}, { reportData: Buffer.alloc(64) })).toEqual(['report_data_mismatch']);
    expect(await codesOf({}, { policy: { report_data: '00' } })).toEqual(['report_data_mismatch']);
  });

  it('a measurement with another value, or a missing one, is refused', async () => {
    const other = { measurements: { measurement_2: ['00'.repeat(48)] } };
    expect(await codesOf({}, { policy: other })).toEqual(['measurement']);
    expect(await codesOf({}, { policy: { measurements: { measurement_65: ['00'] } } })).toEqual(['measurement']);
  });
});

describe('certificates that do not prove the device', () => {
  type Changes = Parameters<typeof createNvidiaChain>[1];
  const codesUnder = async (changes: Changes, input: Partial<ReportInput> = {}) => {
    const other = createNvidiaBench('GH100', createNvidiaChain('GH100', changes));
    const { report, certificates } = other.report();
    return (await verifyNvidia({ ...base, roots: other.roots, report, certificates, ...input })).reasons;
  };

  it('another root than the pinned one', async () => {
    expect(await codesUnder({}, { roots: bench.roots })).toEqual(['root_untrusted']);
    const roots = bench.roots.map((root) => ({ ...root, vendor: 'aws' as const }));
    expect(await codesOf({}, { roots })).toEqual(['root_untrusted']);
  });

  it('any missing certificate', async () => {
    const { certificates } = bench.report();
    const without = (place: number) => ({ certificates: certificates.filter((_, index) => index !== place) });
    expect(await codesOf({}, without(0))).toEqual(['signature_invalid', 'chain_invalid']);
    for (const place of [1, 2, 3]) expect(await codesOf({}, without(place))).toEqual(['chain_invalid']);
    expect(await codesOf({}, { certificates: [] })).toEqual(['signature_invalid', 'chain_invalid']);
  });

  it("a chain shorter than a device's", async () => {
    const { root, bootRom } = createNvidiaChain();
    const short = createNvidiaChain('GH100', { bootRom: { issuer: root, keys: bootRom.keys } });
    const own = createNvidiaBench('GH100', { ...short, root });
    const { report, certificates } = own.report();
    expect((await verifyNvidia({ ...base, roots: own.roots, report, certificates })).reasons).toEqual([
      'chain_invalid',
    ]);
  });

  it.each<[string, Changes, string[]]>([
    ['a boot ROM that is no authority', { bootRom: { isAuthority: false } }, ['chain_invalid']],
    ['an identity that may not have three under it', { identity: { pathLength: 1 } }, ['chain_invalid']],
    ['a provisioner that has expired', { provisioner: { notAfter: '2026-06-01T11:59:59Z' } }, ['expired']],
    ['a leaf that is not valid yet', { leaf: { notBefore: '2026-06-01T12:00:01Z' } }, ['not_yet_valid']],
    [
      'a leaf with an unknown critical extension',
      { leaf: { extensions: [extension('1.2.3', sequence(), true)] } },
      ['chain_invalid'],
    ],
  ])('%s', async (_, changes, codes) => {
    expect(await codesUnder(changes)).toEqual(codes);
  });

  it("a certificate for other firmware than the report's", async () => {
    const { bootRom } = bench.chain;
    const leaf = { extensions: [toFwidExtension('GH100', Buffer.alloc(48, 1), bootRom)] };
    expect(await codesUnder({ leaf })).toEqual(['chain_invalid']);
    expect(await codesUnder({ leaf: { extensions: [] } })).toEqual(['chain_invalid']);
    expect(await codesUnder({ leaf: { extensions: [extension('2.23.133.5.4.1', sequence())] } })).toEqual([
      'chain_invalid',
    ]);
  });

  it('a report without firmware is accepted, and the missing comparison reported', async () => {
    for (const fwid of [undefined, Buffer.alloc(0)]) {
      const verdict = await verify({ opaque: { 20: fwid } });
      expect(verdict.accepted).toBe(true);
      expect(verdict.notes.join()).toContain('no firmware identifier');
    }
  });

  it('another key of the same device', async () => {
    const stranger = createNvidiaBench('GH100', { ...bench.chain, leaf: { ...bench.chain.leaf, keys: p384() } });
    const { report, certificates } = stranger.report();
    expect((await verifyNvidia({ ...base, report, certificates })).reasons).toEqual(['signature_invalid']);
  });

  it('excessively many certificates are not tried', async () => {
    const certificates = Array.from({ length: 65 }, () => bench.chain.leaf.der);
    expect(await codesOf({}, { certificates })).toEqual(['unsupported']);
  });
});

describe('revocation lists of root and identity', () => {
  it('refuse a listed identity or provisioner', async () => {
    for (const serial of [2, 3]) {
      const { report, certificates, collateral } = bench.report({ revoked: [serial] });
      const verdict = await verifyNvidia({ ...base, report, certificates, collateral });
      expect(verdict).toMatchObject({ accepted: false, reasons: ['revoked'] });
    }
  });

  it("satisfy a policy that requires them when current, but do not replace the device's own check", async () => {
    const { collateral } = bench.report();
    const policy = { require_revocation: true };
    const verdict = await verify({}, { collateral, policy });
    expect(verdict).toMatchObject({ accepted: true, vector: { hardware: 0 } });
    expect(verdict.valid_until).toEqual({ leaf: '9999-12-31T23:59:59.000Z', collateral: '2040-01-01T00:00:00.000Z' });
    expect(await codesOf({}, { policy })).toEqual(['policy']);
    const old = revoke({ issuer: bench.chain.root, nextUpdate: '2026-06-01' });
    expect(await codesOf({}, { collateral: { ...collateral, revocationLists: [old] } })).toEqual([
      'collateral_expired',
    ]);
  });
});

const vectors = new URL('../../../../../shared/vectors/', import.meta.url);
const trustee = new URL('confidential-containers__trustee/deps/verifier/test_data/nvidia/', vectors);
const nvtrust = new URL('NVIDIA__nvtrust/guest_tools/gpu_verifiers/local_gpu_verifier/src/verifier/samples/', vectors);
const text = (name: string, folder = trustee) => readFileSync(new URL(name, folder), 'utf8');
const chainOf = (name: string, folder = trustee) => readPem(text(name, folder)).map(({ der }) => der);

describe.skipIf(!existsSync(vectors))('a genuine H100 (skipped without the shared vectors)', () => {
  const report = existsSync(vectors) ? decodeFile(Buffer.from(text('hopperAttestationReport.txt'))) : Buffer.alloc(0);
  const at = (now: string, chain: readonly Uint8Array[], input: Partial<ReportInput> = {}) =>
    verifyNvidia({ ...base, roots: nvidiaRoots, report, certificates: chain, now: Date.parse(now), ...input });
  const nonce = Buffer.from('931d8dd0add203ac3d8b4fbde75e115278eefcdceac5b87671a748f32364dfcb', 'hex');

  it('is accepted only within the life of its chain', async () => {
    const chain = chainOf('hopper_cert_chain_case1.txt');
    expect(await at('2024-01-01', chain, { nonce })).toMatchObject({ accepted: true, tier: 'warning' });
    expect((await at('2022-02-28T23:59:59Z', chain)).reasons).toEqual(['not_yet_valid']);
    expect((await at('9999-12-31T23:59:59.999Z', chain)).reasons).toEqual(['expired']);
    const samples = chainOf('hopperCertChain.txt', nvtrust);
    expect((await at('2024-01-01', samples)).accepted).toBe(true);
  });

  it.each([
    ['hopper_cert_chain_case2.txt', ['signature_invalid', 'chain_invalid']],
    ['hopper_cert_chain_case3.txt', ['chain_invalid']],
    ['hopper_cert_chain_case4.txt', ['signature_invalid', 'chain_invalid']],
  ])('is refused with %s', async (name, reasons) => {
    expect((await at('2024-01-01', chainOf(name))).reasons).toEqual(reasons);
  });

  it("shows the vendor's expected values", async () => {
    const claims: { config: Record<string, unknown>; measurements: Record<string, string> } = JSON.parse(
      text('hopperAttestationReport-claims.txt'),
    );
    const { report: view } = await at('2024-01-01', chainOf('hopper_cert_chain_case1.txt'));
    for (const name of ['board_id', 'chip_sku', 'cpr_info', 'driver_version', 'fwid', 'project', 'vbios_version']) {
      expect(view?.[name]).toBe(claims.config[name]);
    }
    expect(Object.keys(claims.measurements)).toHaveLength(64);
    for (const [index, value] of Object.entries(claims.measurements))
      expect(view?.[`measurement_${index}`]).toBe(value);
  });

  it('is not accepted with a changed byte or truncated', async () => {
    const crypto = rememberChecks(nodeProofCrypto);
    const chain = chainOf('hopper_cert_chain_case1.txt');
    const counts = await expectNoAcceptedMutation(
      report,
      (changed) => at('2024-01-01', chain, { crypto, report: changed }),
      { stride: 3, sampled: 16, truncationStride: 7 },
    );
    expect(counts.flips).toBeGreaterThan(1400);
  }, 60_000);

  it('is not accepted with a changed byte in its certificates', async () => {
    const crypto = rememberChecks(nodeProofCrypto);
    const chain = chainOf('hopper_cert_chain_case1.txt');
    for (const [place, certificate] of chain.slice(0, -1).entries()) {
      const verifyWith = (changed: Uint8Array) => at('2024-01-01', chain.with(place, changed), { crypto });
      await expectNoAcceptedMutation(certificate, verifyWith, { stride: 9, sampled: 4, truncationStride: 50 });
    }
  }, 60_000);
});
