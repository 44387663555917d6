import { createHash } from 'node:crypto';
import { nodeProofCrypto } from '@assay/sdk/crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReportInput } from '../input.ts';
import { expectNoAcceptedMutation, rememberChecks } from '../mutation.fixture.ts';
import type { SnpProduct } from './product.ts';
import { amdRoots } from './roots.ts';
import { verifySnp } from './sev-snp.ts';
import { createSnpBench, type SnpBench, type SnpSampleOptions } from './snp.fixture.ts';

const now = Date.parse('2026-01-01');
const measurement = 'a1'.repeat(48);
const benches: Readonly<Record<SnpProduct, SnpBench>> = {
  Milan: createSnpBench(),
  Genoa: createSnpBench({ product: 'Genoa' }),
  Turin: createSnpBench({ product: 'Turin' }),
};
const milan = benches.Milan;

/** A synthetic report without collateral unless asked for. */
function toInput(options: SnpSampleOptions = {}, more: Partial<ReportInput> = {}, bench = milan): ReportInput {
  const { report, certificates } = bench.sample(options);
  return { report, certificates, now, crypto: nodeProofCrypto, roots: bench.roots, policy: {}, ...more };
}
const check = (...given: Parameters<typeof toInput>) => verifySnp(toInput(...given));

it.each([
  ['ARK-Milan', '69d063b45344d26a2e94e1f4210de49ef555308287d4c174445c95639a540bcd'],
  ['ARK-Genoa', '4c6598d19c18719c5dfd4a7d335f674e5bfe1d8f800cea2cf270c10d103db2f1'],
  ['ARK-Turin', '1f084161a44bb6d93778a904877d4819cafa5d05ef4193b2ded9dd9c73dd3f6a'],
])('%s is pinned by its digest', (name, digest) => {
  const der = amdRoots.find((root) => root.name === name)?.der ?? new Uint8Array();
  expect(createHash('sha256').update(der).digest('hex')).toBe(digest);
});

describe('every product, version and kind of key', () => {
  const cases = (['Milan', 'Genoa', 'Turin'] as const).flatMap((product) =>
    ([2, 3, 5] as const).flatMap((version) =>
      (['vcek', 'vlek'] as const).map((kind) => [product, version, kind] as const),
    ),
  );
  it.each(cases)('%s, version %i, %s is accepted', async (product, version, kind) => {
    const verdict = await check({ version, kind }, {}, benches[product]);
    expect(verdict).toMatchObject({ accepted: true, tier: 'warning', reasons: [], report: { product, version } });
  });

  it.each([
    [[0x19, 0x0f, 0], benches.Milan],
    [[0x19, 0x1f, 0], benches.Genoa],
    [[0x19, 0xa0, 2], benches.Genoa],
    [[0x19, 0xaf, 0], benches.Genoa],
    [[0x1a, 0x11, 0], benches.Turin],
  ])('a processor %j is of that product', async (cpuid, bench) => {
    expect(await check({ edit: (report) => report.set(cpuid, 0x188) }, {}, bench)).toMatchObject({ accepted: true });
  });
});

it('with revocation list, lowest TCB and reference values a report is affirming', async () => {
  const { collateral } = milan.sample();
  const policy = { measurements: { measurement: [measurement] }, minimum_tcb: { snp: 24, microcode: 217 } };
  const verdict = await check({}, { collateral, policy });
  expect(verdict).toMatchObject({ accepted: true, tier: 'affirming', vector: { hardware: 2, executables: 2 } });
  expect(verdict.valid_until).toEqual({ leaf: '2040-01-01T00:00:00.000Z', collateral: '2040-01-01T00:00:00.000Z' });
});

it.each([
  ['no collateral', {}],
  ['no lowest TCB', { measurements: { measurement: [measurement] } }],
])('with %s the tier is at most warning and hardware says nothing', async (_what, policy) => {
  const verdict = await check({}, { policy });
  expect(verdict).toMatchObject({ accepted: true, tier: 'warning', vector: { hardware: 0 } });
});

const wrong: readonly [what: string, code: string, options: SnpSampleOptions, more?: Partial<ReportInput>][] = [
  ['an unknown version', 'unsupported', { edit: (report) => report.writeUInt32LE(4, 0) }],
  ['another signature algorithm', 'unsupported', { edit: (report) => report.writeUInt32LE(2, 0x34) }],
  ['an unknown kind of signing key', 'unsupported', { edit: (report) => report.writeUInt32LE(3 << 2, 0x48) }],
  ['no signing key', 'chain_invalid', { edit: (report) => report.writeUInt32LE(7 << 2, 0x48) }],
  ['an unknown processor', 'unsupported', { edit: (report) => report.set([0x1b, 0, 0], 0x188) }],
  ['a processor of another product', 'chain_invalid', { edit: (report) => report.set([0x19, 0x11, 0], 0x188) }],
  ['a processor in version 2', 'padding', { version: 2, edit: (report) => report.set([0x19, 1, 1], 0x188) }],
  ['mitigations in version 3', 'padding', { version: 3, edit: (report) => report.fill(1, 0x200, 0x201) }],
  ['a reserved byte in version 5', 'padding', { version: 5, edit: (report) => report.fill(1, 0x29f, 0x2a0) }],
  ['a reserved flag', 'padding', { edit: (report) => report.writeUInt32LE(1 << 5, 0x48) }],
  ['a leaf of another kind', 'chain_invalid', { certified: { kind: 'vlek' } }],
  ['a leaf of another product', 'chain_invalid', { certified: { product: 'Genoa' } }],
  ['a leaf of no known product', 'chain_invalid', { certified: { product: 'Venice' } }],
  ['a leaf for another TCB', 'tcb_no_match', { certified: { tcb: { microcode: 218 } } }],
  ['a leaf for another chip', 'chain_invalid', { certified: { hardwareId: Buffer.alloc(64, 1) } }],
  ['a leaf that is not valid yet', 'not_yet_valid', { notBefore: '2027-01-01' }],
  ['a leaf that has expired', 'expired', { notAfter: '2025-12-31' }],
  ['debug', 'debug', { policy: 0xb_0000n }],
  ['a policy without its fixed bit', 'policy', { policy: 0x1_0000n }],
  ['a policy with an unknown bit', 'policy', { policy: 0x400_0003_0000n }],
  ['a migration agent', 'policy', { policy: 0x7_0000n }],
  ['VMPL 1', 'policy', { vmpl: 1 }],
  ['a VMPL of the host', 'policy', { vmpl: 0xffff_ffff }],
  ['a VMPL outside the allowed', 'policy', { vmpl: 2 }, { policy: { vmpl: [0, 1] } }],
  ['multi-threading where it is not allowed', 'policy', {}, { policy: { allow_smt: false } }],
  ['a kind of key that is not allowed', 'policy', {}, { policy: { leaf_kinds: ['vlek'] } }],
  ['a TCB below the lowest', 'policy', {}, { policy: { minimum_tcb: { snp: 25 } } }],
  ['a component that the product lacks', 'policy', {}, { policy: { minimum_tcb: { fmc: 0 } } }],
  ['another measurement', 'measurement', {}, { policy: { measurements: { measurement: ['00'.repeat(48)] } } }],
  ['an unknown register', 'measurement', {}, { policy: { measurements: { mrtd: ['00'.repeat(48)] } } }],
  ['other user data', 'report_data_mismatch', {}, { reportData: Buffer.alloc(64, 7) }],
  ['another nonce', 'nonce_mismatch', {}, { nonce: Buffer.alloc(32, 0xd1) }],
  ['no list where one is required', 'policy', {}, { policy: { require_revocation: true } }],
  ['a production root only', 'chain_invalid', {}, { roots: amdRoots }],
  ['too many certificates', 'chain_invalid', {}, { certificates: Array.from({ length: 33 }, () => milan.root.der) }],
];
it.each(wrong)('%s is refused as %s', async (_what, code, options, more) => {
  const verdict = await check(options, more);
  expect(verdict.accepted).toBe(false);
  expect(verdict.reasons).toContain(code);
  expect(verdict.tier).toBe('contraindicated');
});

it('a chain to an unpinned root is distinguished from a broken one', async () => {
  const certificates = [...milan.sample().certificates, milan.root.der];
  const verdict = await check({}, { certificates, roots: amdRoots });
  expect(verdict.reasons).toEqual(['root_untrusted']);
});

it.each([
  ['an intermediate that is revoked', { isRevoked: true }, 'revoked'],
  ['a list out of date', { nextUpdate: '2025-01-01' }, 'collateral_expired'],
  ['a list of the future', { thisUpdate: '2027-01-01' }, 'collateral_expired'],
  ['a list that the root did not sign', { issuer: createSnpBench().root }, 'chain_invalid'],
])('%s is refused', async (_what, revocation, code) => {
  const { collateral } = milan.sample({ revocation });
  expect((await check({}, { collateral })).reasons).toEqual([code]);
});

it('a signature by another key is invalid, even if every byte of the report is right', async () => {
  const sound = toInput();
  const other = createSnpBench();
  expect((await verifySnp({ ...sound, report: other.sample().report })).reasons).toEqual(['signature_invalid']);
});

it('a report in a Buffer is read without a change', async () => {
  const sound = toInput();
  const report = Buffer.from(sound.report);
  expect((await verifySnp({ ...sound, report })).accepted).toBe(true);
  expect(report.equals(sound.report)).toBe(true);
});

it('the matching one of several leaves is used', async () => {
  const old = milan.sample({ certified: { tcb: { snp: 1 } } }).certificates;
  const sound = toInput();
  const verdict = await verifySnp({ ...sound, certificates: [...old, ...sound.certificates] });
  expect(verdict.accepted).toBe(true);
});

it('a chip id hidden by the host is not another chip', async () => {
  const hidden = { chipId: new Uint8Array(64), certified: { hardwareId: Buffer.alloc(64, 9) } };
  expect((await check(hidden)).accepted).toBe(true);
});

it('a hardware id in an OCTET STRING is read', async () => {
  const hardwareId = Buffer.concat([Buffer.of(4, 64), Buffer.alloc(64, 0xc5)]);
  expect((await check({ certified: { hardwareId } })).accepted).toBe(true);
});

it('a challenge is answered by its nonce and the zeros after it', async () => {
  const nonce = Buffer.alloc(32, 5);
  const reportData = Buffer.concat([nonce, Buffer.alloc(32)]);
  expect((await check({ reportData }, { nonce, reportData })).accepted).toBe(true);
});

it('no flip of a synthetic Turin report of version 5 is accepted', async () => {
  const sound = toInput({}, { crypto: rememberChecks(nodeProofCrypto) }, benches.Turin);
  await expectNoAcceptedMutation(sound.report, (report) => verifySnp({ ...sound, report }), {
    stride: 2,
    truncationStride: 16,
  });
}, 30_000);

it('foreign bytes never throw and are never accepted', async () => {
  const sound = toInput();
  const bytes = fc.uint8Array({ maxLength: 1400 });
  await fc.assert(
    fc.asyncProperty(bytes, fc.array(bytes, { maxLength: 3 }), fc.boolean(), async (noise, certificates, isLong) => {
      const report = isLong ? Buffer.concat([sound.report.subarray(0, 0x40), noise, Buffer.alloc(1184)]) : noise;
      const verdict = await verifySnp({ ...sound, report: report.subarray(0, 1184), certificates });
      expect(verdict.accepted).toBe(false);
      expect(verdict.findings.every(({ message }) => message.length < 200)).toBe(true);
    }),
    { numRuns: 300 },
  );
});
