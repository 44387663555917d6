/** Which services a start starts, and where an auditor of this process has its values from. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { toFreePorts } from '../scripts/free-ports.ts';
import type { DecisionResult } from './contract/decision.ts';
import { type RunningServices, startServices } from './services.ts';

let folder: string;
let running: RunningServices | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-services-'));
});
afterEach(async () => {
  await running?.close();
  running = undefined;
  await rm(folder, { recursive: true, force: true });
});

async function start(only: readonly string[], env: Record<string, string>): Promise<RunningServices> {
  await running?.close();
  const base = { ASSAY_DATA_DIR: folder, ASSAY_LOG_LEVEL: 'silent', ...toFreePorts() };
  running = await startServices({ only: [...only], env: { ...base, ...env }, report: () => {} });
  return running;
}

it('MCP_GATEWAY_ENABLED=false starts no MCP gateway', async () => {
  const { urls } = await start(['injection', 'mcp-gateway'], { MCP_GATEWAY_ENABLED: 'false' });
  expect(Object.keys(urls)).toEqual(['injection']);
});

it('the env of a chain item configures its auditor, and a variable of the environment goes before it', async () => {
  const chain = join(folder, 'chain.json');
  const item = { name: 'injection', image: 'assay/injection', port: 8090, env: { INJECTION_THRESHOLD: '0.31' } };
  await writeFile(chain, JSON.stringify({ extends: 'built-in', chain: [item] }));
  const services = ['injection', 'pii', 'secrets', 'toxicity', 'attestor', 'gateway'];
  const usedThreshold = async (env: Record<string, string>) => {
    const { urls } = await start(services, { GATEWAY_CHAIN_FILE: chain, GATEWAY_CONFIG: 'files', ...env });
    const response = await fetch(`${urls['gateway']}/v1/evaluate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: { input: 'hello' }, phase: 'request' }),
    });
    const result: DecisionResult = JSON.parse(await response.text());
    return result.claims.find(({ name }) => name === 'injection_risk')?.provenance?.['threshold'];
  };
  expect(await usedThreshold({})).toBe(0.31);
  expect(await usedThreshold({ INJECTION_THRESHOLD: '0.62' })).toBe(0.62);
});
