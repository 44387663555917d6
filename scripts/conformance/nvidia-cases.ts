/** Conformance cases of NVIDIA GPUs and switches. */
import {
  createNvidiaBench,
  type NvidiaReportOptions,
  nvidiaBenchNow,
} from '../../src/proof/reports/nvidia/nvidia.fixture.ts';
import { append, flip, type ReportCase, type ReportGroup, withoutCollateral, withReport } from './report-cases.ts';

const nonce = new Uint8Array(32).fill(0x5a);

/** Hopper with every reason; Blackwell and a switch valid. */
export function createNvidiaGroup(): ReportGroup {
  const hopper = createNvidiaBench();
  const blackwell = createNvidiaBench('GB100');
  const nvSwitch = createNvidiaBench('LS10');
  const of = (options: NvidiaReportOptions = {}) => hopper.report(options);
  const sound = of({ nonce });
  const { report, certificates } = sound;
  const cases: ReportCase[] = [
    { name: 'Hopper', sample: sound, nonce },
    { name: 'Blackwell', sample: blackwell.report() },
    { name: 'a switch', sample: nvSwitch.report() },
    { name: 'without revocation lists', sample: withoutCollateral(sound) },
    { name: 'certificates in another order', sample: { report, certificates: certificates.toReversed() } },
    { name: 'sixteen bytes behind the report', sample: of({ trailing: new Uint8Array(16).fill(7) }) },
    { name: 'seventeen bytes behind the report', sample: of({ trailing: new Uint8Array(17) }), reasons: ['length'] },
    { name: 'with reference values', sample: sound, policy: { measurements: { measurement_1: ['00'.repeat(48)] } } },
    { name: 'empty', sample: withReport(sound, new Uint8Array()), reasons: ['length'] },
    { name: 'cut off', sample: withReport(sound, report.slice(0, -1)), reasons: ['length'] },
    {
      name: 'another version of SPDM',
      sample: of({ change: (unsigned) => flip(unsigned, 0) }),
      reasons: ['unsupported'],
    },
    { name: 'one bit of a measurement', sample: withReport(sound, flip(report, 110)), reasons: ['signature_invalid'] },
    {
      name: 'root only',
      sample: { report, certificates: certificates.slice(-1) },
      reasons: ['signature_invalid', 'chain_invalid'],
    },
    {
      name: 'an intermediate is missing',
      sample: { report, certificates: certificates.filter((_, at) => at !== 2) },
      reasons: ['chain_invalid'],
    },
    {
      name: 'the leaf is missing',
      sample: { report, certificates: certificates.slice(1) },
      reasons: ['signature_invalid', 'chain_invalid'],
    },
    {
      name: 'under another root',
      sample: withoutCollateral(createNvidiaBench().report()),
      reasons: ['root_untrusted'],
    },
    {
      name: 'before its certificates',
      sample: withoutCollateral(sound),
      now: Date.parse('2021-01-01'),
      reasons: ['not_yet_valid'],
    },
    { name: 'identity revoked', sample: of({ revoked: [2] }), reasons: ['revoked'] },
    { name: 'another nonce', sample: sound, nonce: new Uint8Array(32), reasons: ['nonce_mismatch'] },
    {
      name: 'other firmware than certified',
      sample: of({ opaque: { 20: new Uint8Array(48) } }),
      reasons: ['chain_invalid'],
    },
    {
      name: 'other code',
      sample: sound,
      policy: { measurements: { measurement_1: ['11'.repeat(48)] } },
      reasons: ['measurement'],
    },
    {
      name: 'a byte behind the allowed ones',
      sample: withReport(sound, append(report, ...new Array<number>(32).fill(0))),
      reasons: ['length'],
    },
  ];
  return {
    kind: 'nvidia',
    roots: [...hopper.roots, ...blackwell.roots, ...nvSwitch.roots],
    now: nvidiaBenchNow,
    cases,
  };
}
