/** Conformance cases of Azure guests, whose virtual TPM is attested by the hardware report. */
import { generateKeyPairSync } from 'node:crypto';
import {
  type AzBench,
  type AzSampleOptions,
  azureBenchNow,
  createAzSnpBench,
  createAzTdxBench,
} from '../../src/proof/reports/azure/azure.fixture.ts';
import { bodyOffsets } from '../../src/proof/reports/intel/quote.fixture.ts';
import type { ReportKind } from '../../src/proof/reports/verdict.ts';
import { type ReportCase, type ReportGroup, withoutCollateral } from './report-cases.ts';

const nonce = new Uint8Array(32).fill(0x5a);

/** SEV-SNP guests. */
export function createAzSnpGroup(): ReportGroup {
  const bench = createAzSnpBench();
  const debug: ReportCase = { name: 'debug', sample: bench.sample({ snp: { policy: 0xb_0000n } }), reasons: ['debug'] };
  const alone: ReportCase = { name: 'the HCL report alone', sample: bench.sample({ form: 'hcl' }) };
  return toGroup('az-snp', bench, [debug, alone]);
}

/** TDX guests. */
export function createAzTdxGroup(): ReportGroup {
  const bench = createAzTdxBench();
  const body = { [bodyOffsets.td.tdAttributes]: Uint8Array.of(1, 0, 0, 16, 0, 0, 0, 0) };
  const debug: ReportCase = { name: 'debug', sample: bench.sample({ tdx: { body } }), reasons: ['debug'] };
  const alone: ReportCase = {
    name: 'the HCL report alone',
    sample: bench.sample({ form: 'hcl' }),
    reasons: ['unsupported'],
  };
  return toGroup('az-tdx', bench, [debug, alone]);
}

function toGroup(kind: ReportKind, bench: AzBench, own: readonly ReportCase[]): ReportGroup {
  const of = (options: AzSampleOptions = {}) => bench.sample(options);
  const { privateKey: strangeKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const sound = of({ nonce });
  const cases: ReportCase[] = [
    { name: 'sound', sample: sound },
    { name: 'without collateral', sample: withoutCollateral(sound) },
    { name: 'answers the nonce', sample: sound, nonce },
    { name: 'no evidence', sample: { ...sound, report: new TextEncoder().encode('{}') }, reasons: ['unsupported'] },
    { name: 'another nonce', sample: sound, nonce: new Uint8Array(32), reasons: ['nonce_mismatch'] },
    { name: 'quote by another key', sample: of({ quoteKey: strangeKey }), reasons: ['signature_invalid'] },
    {
      name: 'runtime data changed afterwards',
      sample: of({ editHcl: (hcl) => hcl.write('1', hcl.indexOf('user-data') + 12) }),
      reasons: ['report_data_mismatch'],
    },
    ...own,
  ];
  return { kind, roots: bench.roots, now: azureBenchNow, cases };
}
