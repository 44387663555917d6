/** Conformance cases of SEV-SNP, of every product. */
import { createSnpBench, type SnpSampleOptions } from '../../src/proof/reports/sev-snp/snp.fixture.ts';
import { append, flip, type ReportCase, type ReportGroup, withoutCollateral, withReport } from './report-cases.ts';

const now = Date.parse('2026-06-15T12:00:00Z');
const measurement = 'a1'.repeat(48);
const floor = { bootloader: 4, snp: 24, microcode: 217 };
const affirmed = { measurements: { measurement: [measurement] }, minimum_tcb: floor };

/** Milan with every reason; Genoa and Turin valid and with their own reasons. */
export function createSnpGroup(): ReportGroup {
  const milan = createSnpBench();
  const genoa = createSnpBench({ product: 'Genoa' });
  const turin = createSnpBench({ product: 'Turin' });
  const stranger = createSnpBench();
  const of = (options: SnpSampleOptions = {}) => milan.sample(options);
  const sound = of();
  const cut = (length: number) => withReport(sound, sound.report.slice(0, length));
  const foreign = stranger.sample();
  const cases: ReportCase[] = [
    { name: 'Milan, version 3', sample: sound },
    { name: 'Milan, version 2, no CPUID', sample: of({ version: 2 }) },
    { name: 'Milan, version 5', sample: of({ version: 5 }) },
    { name: 'Milan, signed by a VLEK', sample: of({ kind: 'vlek' }) },
    { name: 'Genoa', sample: genoa.sample() },
    { name: 'Turin', sample: turin.sample() },
    { name: 'without a revocation list', sample: withoutCollateral(sound) },
    { name: 'with reference values and a lowest TCB', sample: sound, policy: affirmed, tier: 'affirming' },
    { name: 'answers the nonce', sample: of({ reportData: toNonce() }), nonce: toNonce().subarray(0, 32) },
    { name: 'one byte short', sample: cut(1183), reasons: ['length'] },
    { name: 'empty', sample: cut(0), reasons: ['length'] },
    { name: 'one byte too long', sample: withReport(sound, append(sound.report, 0)), reasons: ['length'] },
    {
      name: 'a byte between R and S is set',
      sample: withReport(sound, flip(sound.report, 0x2d0)),
      reasons: ['padding'],
    },
    {
      name: 'a byte after the signature is set',
      sample: withReport(sound, flip(sound.report, 0x49f)),
      reasons: ['padding'],
    },
    { name: 'version 4', sample: of({ edit: (report) => report.writeUInt32LE(4, 0) }), reasons: ['unsupported'] },
    {
      name: 'another algorithm',
      sample: of({ edit: (report) => report.writeUInt32LE(2, 0x34) }),
      reasons: ['unsupported'],
    },
    {
      name: 'one bit of the measurement',
      sample: withReport(sound, flip(sound.report, 0x90)),
      reasons: ['signature_invalid'],
    },
    {
      name: 'one bit of R',
      sample: withReport(sound, flip(sound.report, 0x2a0)),
      reasons: ['signature_invalid'],
    },
    {
      name: 'no certificates',
      sample: { report: sound.report, certificates: [] },
      reasons: ['chain_invalid', 'signature_invalid'],
    },
    {
      name: 'no intermediate',
      sample: { report: sound.report, certificates: sound.certificates.slice(0, 1) },
      reasons: ['chain_invalid'],
    },
    { name: 'under another root', sample: withoutCollateral(foreign), reasons: ['chain_invalid'] },
    { name: 'before its certificate', sample: of({ notBefore: '2026-06-16' }), reasons: ['not_yet_valid'] },
    { name: 'after its certificate', sample: of({ notAfter: '2026-06-15' }), reasons: ['expired'] },
    { name: 'intermediate on the list', sample: of({ revocation: { isRevoked: true } }), reasons: ['revoked'] },
    {
      name: 'list out of date',
      sample: of({ revocation: { nextUpdate: '2026-06-01' } }),
      reasons: ['collateral_expired'],
    },
    { name: 'debug', sample: of({ policy: 0xb_0000n }), reasons: ['debug'] },
    {
      name: 'certificate for another TCB',
      sample: of({ certified: { tcb: { microcode: 218 } } }),
      reasons: ['tcb_no_match'],
    },
    { name: 'below the lowest TCB', sample: sound, policy: { minimum_tcb: { snp: 25 } }, reasons: ['policy'] },
    {
      name: 'certificate for another chip',
      sample: of({ certified: { hardwareId: new Uint8Array(64).fill(1) } }),
      reasons: ['chain_invalid'],
    },
    {
      name: 'certificate of another product',
      sample: of({ certified: { product: 'Genoa' } }),
      reasons: ['chain_invalid'],
    },
    { name: 'another nonce', sample: sound, nonce: toNonce(), reasons: ['nonce_mismatch', 'report_data_mismatch'] },
    {
      name: 'other user data',
      sample: sound,
      policy: { report_data: '00'.repeat(64) },
      reasons: ['report_data_mismatch'],
    },
    {
      name: 'other code',
      sample: sound,
      policy: { measurements: { measurement: ['00'.repeat(48)] } },
      reasons: ['measurement'],
    },
    {
      name: 'a register that there is not',
      sample: sound,
      policy: { measurements: { mrtd: ['00'.repeat(48)] } },
      reasons: ['measurement'],
    },
    { name: 'another VMPL', sample: of({ vmpl: 1 }), reasons: ['policy'] },
    { name: 'a VMPL that is allowed', sample: of({ vmpl: 1 }), policy: { vmpl: [0, 1] } },
    {
      name: 'a leaf that is not allowed',
      sample: of({ kind: 'vlek' }),
      policy: { leaf_kinds: ['vcek'] },
      reasons: ['policy'],
    },
    { name: 'a migration agent', sample: of({ policy: 0x7_0000n }), reasons: ['policy'] },
    {
      name: 'required lists are missing',
      sample: withoutCollateral(sound),
      policy: { require_revocation: true },
      reasons: ['policy'],
    },
    { name: 'required lists are there', sample: sound, policy: { require_revocation: true } },
    {
      name: 'Turin, changed chip id',
      sample: withReport(turin.sample(), flip(turin.sample().report, 0x1a0)),
      reasons: ['chain_invalid', 'signature_invalid'],
    },
  ];
  return { kind: 'snp', roots: [...milan.roots, ...genoa.roots, ...turin.roots], now, cases };
}

function toNonce(): Uint8Array {
  return new Uint8Array(64).fill(0x5a, 0, 32);
}
