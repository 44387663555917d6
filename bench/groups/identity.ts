/** Identity: issuing tokens, introspecting tokens, and access decisions. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChild, startChild } from '../child.ts';
import { freePort } from '../free-port.ts';
import type { Group, Row } from '../report.ts';

interface IdentityResult {
  readonly tokenPerS: number;
  readonly tokenSecretPerS: number;
  /** Assertions checked and tokens signed per second by cryptography alone. */
  readonly cryptoPerS: number;
  readonly introspectionPerS: number;
  /** Requests of the same load to a route without look-ups. */
  readonly healthPerS: number;
}

interface DecisionResult {
  readonly engineP50Ms: number;
  readonly rememberedP50Ms: number;
}

export const identityGroup: Group = {
  name: 'identity',
  summary: 'tokens and introspection on one process, and the authorization of a caller',
  async run({ progress }) {
    const databaseUrl = process.env['BENCH_DATABASE_URL'];
    if (databaseUrl === undefined)
      progress('without BENCH_DATABASE_URL (an empty database) the embedded database is measured, not PostgreSQL');
    const embedded = databaseUrl === undefined;
    const rows = await measureTokens(embedded ? {} : { DATABASE_URL: databaseUrl }, embedded ? '_embedded' : '');
    progress('decisions');
    const measured = (await runChild('bench/processes/access-decisions.ts', [])) as DecisionResult;
    const { engineP50Ms, rememberedP50Ms } = measured;
    return [
      ...rows,
      alone('identity.authorize_p50_ms', engineP50Ms, 'ms', '0.2 ms'),
      alone('identity.authorize_remembered_p50_ms', rememberedP50Ms, 'ms'),
    ];
  },
};

async function measureTokens(env: Record<string, string>, suffix: string): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    ASSAY_LOG_LEVEL: 'warn',
    ASSAY_DATA_DIR: folder,
    VERIFIER_PORT: String(port),
    ASSAY_PUBLIC_URL: url,
    ...env,
  };
  const verifier = await startChild('src/main.ts', ['--only', 'verifier'], settings);
  try {
    const measured = await runChild('bench/processes/identity-load.ts', [url, join(folder, 'operator-token')]);
    const { tokenPerS, tokenSecretPerS, cryptoPerS, introspectionPerS, healthPerS } = measured as IdentityResult;
    return [
      against(`identity.token${suffix}_per_s`, tokenPerS, cryptoPerS, '400/s'),
      against(`identity.token_by_secret${suffix}_per_s`, tokenSecretPerS, cryptoPerS),
      against(`identity.introspection${suffix}_per_s`, introspectionPerS, healthPerS, '2,000/s'),
    ];
  } finally {
    await verifier.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function against(id: string, value: number, baseline: number, must?: string): Row {
  return { id, value, unit: '/s', baseline, ratio: value / baseline, ...(must === undefined ? {} : { must }) };
}

function alone(id: string, value: number, unit: string, must?: string): Row {
  return { id, value, unit, baseline: null, ratio: null, ...(must === undefined ? {} : { must }) };
}
