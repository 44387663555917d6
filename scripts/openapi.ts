/** `npm run docs`: writes docs/openapi/*.json, what each service says about itself at `/openapi.json`. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServices } from '../src/services.ts';
import { toFreePorts } from './free-ports.ts';
import { describeAuditorApi } from './openapi-auditor.ts';

const folder = new URL('../docs/openapi/', import.meta.url);
const services = ['gateway', 'mcp-gateway', 'verifier', 'attestor'] as const;

/** Asks each service on a free port of loopback, over data that is thrown away. */
export async function collectDescriptions(): Promise<Readonly<Record<string, unknown>>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-openapi-'));
  const env = { ASSAY_DATA_DIR: dataDir, ASSAY_LOG_LEVEL: 'silent', GATEWAY_WORKERS: '0' };
  const running = await startServices({ env: { ...env, ...toFreePorts() } });
  try {
    const found: Record<string, unknown> = { auditor: describeAuditorApi() };
    for (const name of services) found[name] = await (await fetch(`${running.urls[name]}/openapi.json`)).json();
    return found;
  } finally {
    await running.close();
    await rm(dataDir, { recursive: true });
  }
}

/** The committed description of a service. */
export async function readDescription(name: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(`${name}.json`, folder), 'utf8'));
}

if (process.argv[1]?.endsWith('openapi.ts')) {
  for (const [name, description] of Object.entries(await collectDescriptions())) {
    // On one line: the formatter then keeps what fits on a line there.
    await writeFile(new URL(`${name}.json`, folder), `${JSON.stringify(description)}\n`);
  }
}
