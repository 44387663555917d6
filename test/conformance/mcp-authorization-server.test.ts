/** Runs the public MCP conformance suite for authorization servers against the issuer of a verifier. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestVisitor } from '../../src/verifier/front/pages/test-visitor.ts';
import { openTestIssuer, type TestIssuer } from '../../src/verifier/identity/issuer/issuer.fixture.ts';

const { ASSAY_TEST_MCP_CONFORMANCE: folder } = process.env;
const title =
  folder === undefined
    ? 'MCP conformance (skipped: ASSAY_TEST_MCP_CONFORMANCE names no folder with the suite)'
    : 'MCP conformance';

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage: string | undefined;
}

describe.skipIf(folder === undefined)(title, () => {
  let issuer: TestIssuer;
  let ada: TestVisitor;
  let results: string;

  beforeAll(async () => {
    issuer = await openTestIssuer();
    ada = await issuer.join({ email: 'ada@example.com', role: 'operator', name: 'Ada' });
    results = await mkdtemp(join(tmpdir(), 'assay-mcp-'));
  });
  afterAll(async () => {
    await issuer?.close();
    await rm(results, { recursive: true, force: true });
  });

  /** Runs every scenario; a person signs in if the suite asks for one. */
  async function run(clientId: string, port: number): Promise<Check[]> {
    const output = await mkdtemp(join(results, 'run-'));
    const suite = launch([
      '--url',
      issuer.url,
      '--client-id',
      clientId,
      '--port',
      String(port),
      '--output-dir',
      output,
    ]);
    const said: string[] = [];
    suite.stderr.on('data', (chunk) => said.push(String(chunk)));
    let wanted: string | undefined;
    for await (const chunk of suite.stdout) {
      said.push(String(chunk));
      const found = /^(http\S+\/oauth\/authorize\?\S+)$/m.exec(said.join(''))?.[1];
      if (found === undefined || wanted !== undefined) continue;
      wanted = found;
      await fetch(await issuer.authorize(ada, found));
    }
    if (suite.exitCode === null) await once(suite, 'exit');
    const checks = await readChecks(output);
    if (checks.length === 0) throw new Error(said.join(''));
    return checks;
  }

  const everything = [
    { id: 'authorization-code-grant', status: 'SUCCESS', errorMessage: undefined },
    { id: 'authorization-server-metadata', status: 'SUCCESS', errorMessage: undefined },
    { id: 'authorization-server-metadata-cimd', status: 'SUCCESS', errorMessage: undefined },
  ];

  it('every scenario passes with a client that registered itself', async () => {
    const port = await findPort();
    const metadata = {
      client_name: 'Conformance',
      redirect_uris: [`http://127.0.0.1:${port}/callback`],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    };
    const { body } = await issuer.verifier.post('/oauth/register', metadata);
    expect(await run(String(body['client_id']), port)).toEqual(everything);
  }, 120_000);

  it('every scenario passes with the command line as the client', async () => {
    expect(await run('assay-cli', await findPort())).toEqual(everything);
  }, 120_000);
});

function launch(args: readonly string[]): ChildProcessByStdio<null, Readable, Readable> {
  const modules = join(folder ?? '', 'node_modules');
  // The suite needs a newer Node, which may be installed beside it.
  const beside = join(modules, '.bin', 'node');
  const main = join(modules, '@modelcontextprotocol', 'conformance', 'dist', 'index.js');
  const node = existsSync(beside) ? beside : process.execPath;
  return spawn(node, [main, 'authorization', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}

async function readChecks(output: string): Promise<Check[]> {
  const files = (await readdir(output, { recursive: true })).filter((name) => name.endsWith('checks.json'));
  const checks: Check[] = [];
  for (const file of files) checks.push(...JSON.parse(await readFile(join(output, file), 'utf8')));
  return checks
    .map(({ id, status, errorMessage }) => ({ id, status, errorMessage }))
    .sort((left, right) => left.id.localeCompare(right.id));
}

async function findPort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen on a port');
  return address.port;
}
