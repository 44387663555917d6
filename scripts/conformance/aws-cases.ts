/** Conformance cases of Nitro documents. */
import {
  createNitroBench,
  type NitroReportOptions,
  nitroBenchNow,
  toCarrier,
} from '../../src/proof/reports/nitro/nitro.fixture.ts';
import { append, flip, type ReportCase, type ReportGroup, withoutCollateral, withReport } from './report-cases.ts';

const nonce = new Uint8Array(32).fill(0x5a);
const zeros = new Uint8Array(48);

/** Documents, alone and inside a certificate. */
export function createNitroGroup(): ReportGroup {
  const bench = createNitroBench();
  const of = (options: NitroReportOptions = {}) => bench.report(options);
  const sound = of({ nonce, userData: Uint8Array.of(1, 2, 3) });
  const foreign = createNitroBench().report();
  const cases: ReportCase[] = [
    { name: 'with a nonce and user data', sample: sound },
    { name: 'inside a certificate', sample: withReport(sound, toCarrier(sound.report)) },
    { name: 'without revocation lists', sample: withoutCollateral(sound) },
    { name: 'answers the nonce', sample: sound, nonce },
    {
      name: 'with reference values',
      sample: sound,
      policy: { measurements: { pcr0: ['a0'.repeat(48)], pcr8: ['a8'.repeat(48)] } },
    },
    { name: 'empty', sample: withReport(sound, new Uint8Array()), reasons: ['length'] },
    { name: 'cut off', sample: withReport(sound, sound.report.slice(0, -1)), reasons: ['length'] },
    { name: 'a byte behind the document', sample: withReport(sound, append(sound.report, 0)), reasons: ['length'] },
    { name: 'another algorithm', sample: of({ header: Buffer.from('a1013826', 'hex') }), reasons: ['unsupported'] },
    { name: 'a member twice', sample: withReport(sound, doubled(sound.report)), reasons: ['unsupported'] },
    {
      name: 'one bit of the signature',
      sample: withReport(sound, flip(sound.report, sound.report.length - 1)),
      reasons: ['signature_invalid'],
    },
    { name: 'under another root', sample: withoutCollateral(foreign), reasons: ['root_untrusted'] },
    {
      name: 'before its certificate',
      sample: sound,
      now: Date.parse('2026-06-01T10:59:00Z'),
      reasons: ['not_yet_valid'],
    },
    { name: 'after its certificate', sample: sound, now: Date.parse('2026-06-01T14:01:00Z'), reasons: ['expired'] },
    { name: 'region revoked', sample: of({ revoked: [2] }), reasons: ['revoked'] },
    { name: 'debug', sample: of({ pcrs: { 0: zeros, 1: zeros, 2: zeros } }), reasons: ['debug'] },
    { name: 'another nonce', sample: sound, nonce: new Uint8Array(32), reasons: ['nonce_mismatch'] },
    {
      name: 'other code',
      sample: sound,
      policy: { measurements: { pcr0: ['00'.repeat(48)] } },
      reasons: ['measurement'],
    },
    {
      name: 'too old',
      sample: of({ timestamp: nitroBenchNow - 600_000 }),
      policy: { max_age_s: 300 },
      reasons: ['policy'],
    },
    {
      name: 'required lists are missing',
      sample: withoutCollateral(sound),
      policy: { require_revocation: true },
      reasons: ['policy'],
    },
  ];
  return { kind: 'nitro', roots: bench.roots, now: nitroBenchNow, cases };
}

/** The payload names `digest` twice, the second time in place of `nonce`, so that no length changes. */
function doubled(report: Uint8Array): Uint8Array {
  const text = Buffer.from(report).toString('latin1');
  return new Uint8Array(Buffer.from(text.replace('fdigest', 'fpcrs00'), 'latin1'));
}
