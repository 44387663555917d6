/** Configuration: a change on its way to gateways, settings of an agent, a workspace file, a policy tried on past Evidence. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Child, runChild, startChild, textOf } from '../child.ts';
import { type ControlSize, seedControl, timeEffective, withVerifier } from '../control-seed.ts';
import type { Group, Row } from '../report.ts';
import { measureReplay } from './control-replay.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const gateways = 50;
const changes = 20;
const small: ControlSize = { workspaces: 10, agentsEach: 2 };
const large: ControlSize = { workspaces: 1_000, agentsEach: 2 };
const fileAgents = 200;

type Progress = (message: string) => void;

export const controlGroup: Group = {
  name: 'control',
  summary: 'time for a change to reach 50 gateways, effective settings, a workspace file of 200 agents, replay',
  async run({ progress }) {
    const rows: Row[] = [];
    rows.push(...(await inFolder((folder) => measureChanges('control.change', { size: small, folder, progress }))));
    await inFolder(async (folder) => {
      progress('1,000 workspaces with 10,000 settings');
      rows.push(...(await measureEffective(folder)));
      rows.push(...(await measureChanges('control.large_change', { folder, progress })));
    });
    rows.push(...(await inFolder((folder) => measureApply(folder, progress))));
    rows.push(...(await measureReplay(progress)));
    return rows;
  },
};

async function inFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  try {
    return await run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function withService<T>(folder: string, run: (url: string, verifier: Child) => Promise<T>): Promise<T> {
  const settings = { ASSAY_LOG_LEVEL: 'warn', ASSAY_DATA_DIR: folder, VERIFIER_PORT: '0' };
  const verifier = await startChild('src/main.ts', ['--only', 'verifier'], settings);
  try {
    return await run(textOf(verifier.line, 'urls', 'verifier'), verifier);
  } finally {
    await verifier.stop();
  }
}

interface Changes {
  readonly folder: string;
  readonly progress: Progress;
  /** Seeds this much first. */
  readonly size?: ControlSize;
}

interface Times {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

async function measureChanges(id: string, { folder, progress, size }: Changes): Promise<Row[]> {
  if (size !== undefined) await withVerifier(folder, (verifier) => seedControl(verifier, size));
  return withService(folder, async (url) => {
    progress(`${id}: ${changes} changes to ${gateways} gateways`);
    const measured = await runChild('bench/processes/control-gateways.ts', [url, String(gateways), String(changes)]);
    const times = measured as Times & { readonly bytes: number; readonly bare: Times };
    progress(`${id}: bundles of ${times.bytes} bytes`);
    const row = (name: 'p50' | 'p99' | 'max', value: number, baseline: number): Row => ({
      id: `${id}_${name}_ms`,
      value,
      unit: 'ms',
      baseline,
      ratio: value / baseline,
      ...(name === 'max' ? { must: '2,000 ms' } : {}),
    });
    return [
      row('p50', times.p50Ms, times.bare.p50Ms),
      row('p99', times.p99Ms, times.bare.p99Ms),
      row('max', times.maxMs, times.bare.maxMs),
    ];
  });
}

async function measureEffective(folder: string): Promise<Row[]> {
  return withVerifier(folder, async (verifier) => {
    await seedControl(verifier, large);
    const { effective, select } = await timeEffective(verifier, large);
    const row = (name: 'p50' | 'p99', value: number, baseline: number): Row => ({
      id: `control.effective_${name}_ms`,
      value,
      unit: 'ms',
      baseline,
      ratio: value / baseline,
      must: '2 ms',
    });
    return [row('p50', effective.p50Ms, select.p50Ms), row('p99', effective.p99Ms, select.p99Ms)];
  });
}

/** Times the whole command, compared with the same command without a change. */
async function measureApply(folder: string, progress: Progress): Promise<Row[]> {
  const file = join(folder, 'workspace.yaml');
  await writeFile(file, workspaceFile());
  return withService(join(folder, 'data'), async (url) => {
    progress(`a workspace file of ${fileAgents} agents`);
    const apply = async () => {
      const startedMs = performance.now();
      await runCommand(['apply', '-f', file, '--verifier', url]);
      return (performance.now() - startedMs) / 1000;
    };
    const first = await apply();
    const again = await apply();
    const row = { id: 'control.apply_200_agents_s', value: first, unit: 's', baseline: again, ratio: first / again };
    return [{ ...row, must: '2 s' }];
  });
}

/** @throws Error with the command's output if it fails. */
async function runCommand(args: readonly string[]): Promise<void> {
  const flags = ['--import', 'tsx', '--conditions=assay-source', 'src/cli/main.ts'];
  await promisify(execFile)(process.execPath, [...flags, ...args], { cwd: root });
}

function workspaceFile(): string {
  const agents = Array.from({ length: fileAgents }, (_, index) =>
    [
      `    - name: clerk-${index}`,
      '      model: { id: small }',
      '      auditorSettings:',
      `        injection: { injection_risk.threshold: { value: 0.${(index % 8) + 1} } }`,
    ].join('\n'),
  );
  return [
    'apiVersion: vendor.io/v1alpha1',
    'kind: VendorWorkspace',
    'metadata: { name: office }',
    'spec:',
    '  defaults:',
    '    auditorChain: { preRequest: [{ auditorId: injection }, { auditorId: pii }] }',
    '    auditorSettings:',
    '      pii: { pii_found.threshold: { value: 0.6, enforced: true } }',
    '  agents:',
    ...agents,
    '',
  ].join('\n');
}
