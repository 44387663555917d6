/** The fuzzed services: all five, with authentication and state, each on a free port of loopback. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from '../../bench/child.ts';
import { toFreePorts } from '../../scripts/free-ports.ts';
import { operatorTokenFile } from '../../src/platform/http/operator-token.ts';
import { streams, toEndpoint } from '../../src/verifier/base/access/good-requests.fixture.ts';
import { objectsOf, openSeededVerifier } from '../../src/verifier/base/access/seeded-verifier.fixture.ts';
import type { Preparation } from './document.ts';

export interface Subject {
  readonly document: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly preparation: Preparation;
  close(): Promise<void>;
}

const required = { ASSAY_AUTHENTICATION: 'required' };

/** A verifier with one object of each kind. */
export async function openVerifier(): Promise<Subject> {
  const { issuer, context, answers, close } = await openSeededVerifier(required);
  const failed = [...answers].filter(([, { status }]) => status >= 300).map(([act, { status }]) => `${act} ${status}`);
  if (failed.length > 0) process.stderr.write(`not seeded: ${failed.join(', ')}\n`);
  const { dataDir } = issuer.verifier.testDb;
  const token = (await readFile(join(dataDir, operatorTokenFile), 'utf8')).trim();
  const idsOf = (path: string) => {
    const [, route = ''] = toEndpoint(`GET ${path}`).split(' ');
    return objectsOf(route)?.map((name) => context.ids.get(name) ?? name);
  };
  const without = new Set([...streams].map((endpoint) => endpoint.replace(/:(\w+)/g, '{$1}')));
  const headers = { 'x-assay-key': token };
  return { document: 'verifier', url: issuer.url, headers, preparation: { idsOf, without, scheme: 'key' }, close };
}

const secret = 'f'.repeat(40);

/** All of `npm start`. */
export async function openProduct(): Promise<readonly Subject[]> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-fuzz-'));
  const tokens = { ATTESTOR_TOKEN: secret, AUDITOR_TOKEN: secret };
  const env = { ...toFreePorts(), ...required, ...tokens, ASSAY_DATA_DIR: folder, ASSAY_LOG_LEVEL: 'silent' };
  const product = await startChild('src/main.ts', [], env);
  const urls: Readonly<Record<string, string>> = Reflect.get(Object(product.line), 'urls');
  const operator = { 'x-assay-key': (await readFile(join(folder, operatorTokenFile), 'utf8')).trim() };
  const bearer = { Authorization: `Bearer ${secret}` };
  const idsOf = (path: string) => (path.includes('{agent_id}') ? ['default', 'none'] : undefined);
  const subject = (document: string, service: string, headers: Readonly<Record<string, string>>): Subject => ({
    document,
    url: urls[service] ?? '',
    headers,
    preparation: { idsOf, scheme: headers === bearer ? 'bearer' : 'key' },
    close: async () => undefined,
  });
  const last = {
    ...subject('auditor', 'pii', bearer),
    async close() {
      await product.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return [
    ...[subject('attestor', 'attestor', bearer), subject('gateway', 'gateway', operator)],
    ...[subject('mcp-gateway', 'mcp-gateway', operator), last],
  ];
}
