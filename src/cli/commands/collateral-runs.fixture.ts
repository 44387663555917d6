/** Runs of `assay collateral fetch` in a scratch folder, against test services, with the samples' clock. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toPem } from '@assay/sdk/x509';
import { createTdxBench, intelBenchNow } from '../../proof/reports/intel/intel-bench.fixture.ts';
import { createSnpBench, type SnpSampleOptions } from '../../proof/reports/sev-snp/snp.fixture.ts';
import type { ReportVerdict } from '../../proof/reports/verdict.ts';
import { type FakeRun, type FakeService, runFake } from '../cli.fake.ts';
import { openNetwork } from '../collateral/network.ts';
import { type Routes, serveRoutes } from '../collateral/vendor-server.fixture.ts';
import { commands } from '../commands.ts';
import { createCollateralFetch } from './collateral-fetch.ts';

export const milan = createSnpBench();
export const tdx = createTdxBench();

export interface Run {
  readonly kind: string;
  readonly report: Uint8Array;
  readonly root: Uint8Array;
  readonly mirror: string;
  readonly more?: readonly string[];
}

export interface CollateralRuns {
  /** Output folder of the runs. */
  readonly folder: string;
  serve(routes: Routes): Promise<FakeService & { routes: Routes }>;
  /** Saves a scratch file and gives its path. */
  save(name: string, content: Uint8Array | string): Promise<string>;
  path(name: string): string;
  /** Names in the folder, sorted. */
  written(): Promise<string[]>;
  run(run: Run): Promise<FakeRun>;
  runMilan(mirror: string, options?: SnpSampleOptions, rest?: Partial<Run>): Promise<FakeRun>;
  runTdx(mirror: string, rest?: Partial<Run>): Promise<FakeRun>;
  /** Gives the verdict of `assay attestation verify` on the last report, with all files of the folder. */
  verify(kind: string): Promise<ReportVerdict>;
  close(): Promise<void>;
}

/** Opens a new scratch folder. */
export async function openCollateralRuns(): Promise<CollateralRuns> {
  const scratch = await mkdtemp(join(tmpdir(), 'assay-collateral-'));
  const folder = join(scratch, 'out');
  const services: FakeService[] = [];
  const path = (name: string) => join(scratch, name);
  const save = async (name: string, content: Uint8Array | string) => {
    await writeFile(path(name), content);
    return path(name);
  };
  const written = async () => (await readdir(folder).catch(() => [])).sort();
  const run = async ({ kind, report, root, mirror, more = [] }: Run) => {
    const file = await save('report.bin', report);
    const roots = await save('roots.pem', toPem(root));
    const args = ['--kind', kind, file, '--roots', roots, '--out', folder, '--mirror', mirror, ...more];
    return runFake(['collateral', 'fetch', ...args], { commands: [pinnedCommand()] });
  };
  return {
    folder,
    save,
    path,
    written,
    run,
    async serve(routes) {
      const service = await serveRoutes(routes);
      services.push(service);
      return service;
    },
    runMilan: (mirror, options = {}, rest = {}) =>
      run({ kind: 'snp', report: milan.sample(options).report, root: milan.root.der, mirror, ...rest }),
    runTdx: (mirror, rest = {}) =>
      run({ kind: 'tdx', report: tdx.report().report, root: tdx.platform.root.der, mirror, ...rest }),
    async verify(kind) {
      const files = (await written()).map((name) => join(folder, name));
      const now = new Date(intelBenchNow).toISOString();
      const args = ['--kind', kind, path('report.bin'), '--roots', path('roots.pem'), '--now', now, '--json'];
      const { out } = await runFake(['attestation', 'verify', ...args, '--collateral', ...files], { commands });
      return JSON.parse(out);
    },
    async close() {
      await Promise.all(services.map((service) => service.close()));
      await rm(scratch, { recursive: true, force: true });
    },
  };
}

/** Without pauses, at the time of the samples. */
function pinnedCommand() {
  const command = createCollateralFetch({ openNetwork: async () => openNetwork({}), wait: async () => {} });
  const clock = { now: () => intelBenchNow };
  return { ...command, run: (io: Parameters<typeof command.run>[0]) => command.run({ ...io, clock }) };
}
