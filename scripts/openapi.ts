/** `npm run docs`: writes docs/openapi/*.json from each service's `/openapi.json`. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServices } from '../src/services.ts';
import { toFreePorts } from './free-ports.ts';
import { describeAuditorApi } from './openapi-auditor.ts';

const folder = new URL('../docs/openapi/', import.meta.url);
/** The SDK serves it, and imports nothing of this repository. */
export const sdkDocument = new URL('../sdk/src/serve/auditor-api.json', import.meta.url);
const services = ['gateway', 'mcp-gateway', 'verifier', 'attestor'] as const;

/** Starts each service on a free port of loopback with a temporary data folder and asks it. */
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

/** Reads the committed description of a service. */
export async function readDescription(name: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(`${name}.json`, folder), 'utf8'));
}

if (process.argv[1]?.endsWith('openapi.ts')) {
  for (const [name, description] of Object.entries(await collectDescriptions())) {
    // Written on one line, so that the formatter keeps short values on one line.
    await writeFile(new URL(`${name}.json`, folder), `${JSON.stringify(description)}\n`);
    if (name === 'auditor') await writeFile(sdkDocument, `${JSON.stringify(description)}\n`);
  }
}
