/** Ingestion of Evidence by one verifier process: on the embedded database, and on PostgreSQL if BENCH_DATABASE_URL names one. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChild, startChild, textOf } from '../child.ts';
import type { Group, Row } from '../report.ts';

const count = 10_000;
const rounds = 3;

export const verifierGroup: Group = {
  name: 'verifier',
  summary: 'evidence ingested per second, compared with its two signature checks alone',
  async run({ progress }) {
    const databaseUrl = process.env['BENCH_DATABASE_URL'];
    const rows = [await measure('verifier.ingest_embedded_per_s', {}, progress)];
    if (databaseUrl === undefined)
      progress('without BENCH_DATABASE_URL (an empty database) PostgreSQL is not measured');
    else rows.push(await measure('verifier.ingest_per_s', { DATABASE_URL: databaseUrl }, progress));
    return rows;
  },
};

async function measure(id: string, env: Record<string, string>, progress: (message: string) => void): Promise<Row> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  const settings = { ASSAY_LOG_LEVEL: 'warn', ASSAY_DATA_DIR: folder, VERIFIER_PORT: '0', ...env };
  const verifier = await startChild('src/main.ts', ['--only', 'verifier'], settings);
  try {
    const url = textOf(verifier.line, 'urls', 'verifier');
    let best = { perSecond: 0, signaturesOnly: 1 };
    for (let round = 1; round <= rounds; round += 1) {
      progress(`${id}: round ${round}`);
      const measured = await runChild('bench/processes/evidence-load.ts', [url, String(count)]);
      const result = measured as typeof best;
      if (result.perSecond > best.perSecond) best = result;
    }
    const ratio = best.perSecond / best.signaturesOnly;
    return { id, value: best.perSecond, unit: '/s', baseline: best.signaturesOnly, ratio, must: '1,500/s' };
  } finally {
    await verifier.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
