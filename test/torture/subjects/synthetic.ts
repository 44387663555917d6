/** Synthetic reports of every kind under test roots: products and versions without a public sample, with all collateral. */
import { azureBenchNow, createAzSnpBench, createAzTdxBench } from '../../../src/proof/reports/azure/azure.fixture.ts';
import { createSgxBench, createTdxBench, intelBenchNow } from '../../../src/proof/reports/intel/intel-bench.fixture.ts';
import { createNitroBench, nitroBenchNow } from '../../../src/proof/reports/nitro/nitro.fixture.ts';
import { createNvidiaBench, nvidiaBenchNow } from '../../../src/proof/reports/nvidia/nvidia.fixture.ts';
import type { SnpProduct } from '../../../src/proof/reports/sev-snp/product.ts';
import { createSnpBench, type SnpSampleOptions } from '../../../src/proof/reports/sev-snp/snp.fixture.ts';
import { findCutRule, findSpellingRule, findTailRule } from './cut-off.ts';
import type { VendorName } from './genuine.ts';
import type { HardwareSample } from './hardware.ts';

const snpNow = Date.parse('2026-01-01');
/** Without the requirement, lists change no verdict, and a change in them would be invisible. */
const withLists = { require_revocation: true };

/** The samples of a vendor; keys are made anew each time. */
export const syntheticSamples: Readonly<Record<VendorName, () => HardwareSample[]>> = {
  snp: () => {
    const make = (product: SnpProduct, options: SnpSampleOptions = {}): HardwareSample => {
      const bench = createSnpBench({ product });
      const input = { ...bench.sample(options), now: snpNow, roots: bench.roots, policy: withLists };
      return { name: `${product} ${options.kind ?? 'vcek'}`, kind: 'snp', input };
    };
    return [make('Milan'), make('Genoa', { kind: 'vlek' }), make('Turin')];
  },

  intel: () => {
    const tdx = createTdxBench();
    const sgx = createSgxBench();
    const { report: quote, ...rest } = tdx.report({ version: 5, bodyType: 3 });
    const padded = new Uint8Array(Buffer.concat([quote, Buffer.alloc(32)]));
    const common = { now: intelBenchNow, policy: {} };
    const exempt = (changed: Uint8Array) => findTailRule(padded, changed);
    return [
      {
        name: 'TDX v4',
        kind: 'tdx',
        input: { ...tdx.report(), ...common, roots: tdx.roots },
        exempt: tailOf(tdx.report()),
      },
      { name: 'TDX v5 padded', kind: 'tdx', input: { ...rest, report: padded, ...common, roots: tdx.roots }, exempt },
      { name: 'SGX v3', kind: 'sgx', input: { ...sgx.report(), ...common, roots: sgx.roots } },
    ];
  },

  nitro: () => {
    const bench = createNitroBench();
    const sample = bench.report({ nonce: Buffer.alloc(32, 1), userData: Buffer.alloc(64, 2) });
    const input = { ...sample, now: nitroBenchNow, roots: bench.roots, policy: {} };
    return [{ name: 'document', kind: 'nitro', input }];
  },

  nvidia: () =>
    (['GH100', 'GB100', 'LS10'] as const).map((product) => {
      const bench = createNvidiaBench(product);
      const sample = bench.report();
      const input = { ...sample, now: nvidiaBenchNow, roots: bench.roots, policy: withLists };
      return { name: product, kind: 'nvidia', input, exempt: (changed) => findCutRule(sample.report, changed) };
    }),

  azure: () => {
    const snp = createAzSnpBench();
    const tdx = createAzTdxBench();
    const common = { now: azureBenchNow, policy: withLists };
    const one = (name: string, kind: 'az-snp' | 'az-tdx', sample: ReturnType<typeof snp.sample>, { roots } = snp) => ({
      name,
      kind,
      input: { ...sample, ...common, roots },
      exempt: findSpellingRule(sample.report),
    });
    return [
      one('SNP evidence', 'az-snp', snp.sample()),
      one('HCL report', 'az-snp', snp.sample({ form: 'hcl' })),
      one('TDX evidence', 'az-tdx', tdx.sample(), tdx),
    ];
  },
};

const tailOf =
  ({ report }: { readonly report: Uint8Array }) =>
  (changed: Uint8Array) =>
    findTailRule(report, changed);
