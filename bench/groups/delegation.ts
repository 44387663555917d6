/** Delegation: token exchanges under people's consents, on one verifier process. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChild, startChild } from '../child.ts';
import { freePort } from '../free-port.ts';
import type { Group, Row } from '../report.ts';

interface Measured {
  readonly p50Ms: number;
  readonly perS: number;
}

interface DelegationResult {
  readonly bySecret: Measured;
  readonly byKey: Measured;
  readonly hot: Measured;
  /** Only the signatures of an exchange. */
  readonly cryptoBySecret: Measured;
  readonly cryptoByKey: Measured;
}

/** Agents, each with its own person. */
const pairs = 100;

export const delegationGroup: Group = {
  name: 'delegation',
  summary: 'token exchange on one process: by client secret and by key, with many consents and with one shared consent',
  async run({ progress }) {
    const databaseUrl = process.env['BENCH_DATABASE_URL'];
    if (databaseUrl === undefined)
      progress('without BENCH_DATABASE_URL (an empty database) the embedded database is measured, not PostgreSQL');
    const suffix = databaseUrl === undefined ? '_embedded' : '';
    const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
    try {
      return toRows(await measure(folder, databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }), suffix);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function measure(folder: string, env: Record<string, string>): Promise<DelegationResult> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const file = join(folder, 'seeded.json');
  const seed = await startChild('bench/processes/delegation-seed.ts', [folder, url, file, String(pairs)], env);
  await seed.stop();
  const settings = {
    ASSAY_LOG_LEVEL: 'warn',
    ASSAY_DATA_DIR: folder,
    VERIFIER_PORT: String(port),
    ASSAY_PUBLIC_URL: url,
    ...env,
  };
  const verifier = await startChild('src/main.ts', ['--only', 'verifier'], settings);
  try {
    return (await runChild('bench/processes/delegation-load.ts', [url, folder, file])) as DelegationResult;
  } finally {
    await verifier.stop();
  }
}

function toRows({ bySecret, byKey, hot, cryptoBySecret, cryptoByKey }: DelegationResult, suffix: string): Row[] {
  return [
    ...rowsOf(`delegation.exchange${suffix}`, bySecret, cryptoBySecret, true),
    ...rowsOf(`delegation.exchange_by_key${suffix}`, byKey, cryptoByKey, true),
    ...rowsOf(`delegation.exchange_one_grant${suffix}`, hot, cryptoBySecret, false),
  ];
}

function rowsOf(id: string, { p50Ms, perS }: Measured, crypto: Measured, isBound: boolean): Row[] {
  const must = (text: string) => (isBound ? { must: text } : {});
  return [
    {
      id: `${id}_p50_ms`,
      value: p50Ms,
      unit: 'ms',
      baseline: crypto.p50Ms,
      ratio: p50Ms / crypto.p50Ms,
      ...must('5 ms'),
    },
    { id: `${id}_per_s`, value: perS, unit: '/s', baseline: crypto.perS, ratio: perS / crypto.perS, ...must('300/s') },
  ];
}
