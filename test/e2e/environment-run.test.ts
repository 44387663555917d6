/** An environment of type model on one machine: its model and its auditor as processes, behind a gateway. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { anEnvironment } from '../../src/configuration/files/documents.fixture.ts';
import { parseFiles } from '../../src/configuration/files/parse-files.ts';
import { freePort } from '../support/processes.ts';

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
let folder = '';
let child: ChildProcess | undefined;
afterAll(async () => {
  if (child?.exitCode === null) child.kill('SIGTERM');
  if (folder !== '') await rm(folder, { recursive: true, force: true });
});

/** Answers with the variables that it was given. */
const modelServer = `
  const { createServer } = require('node:http');
  const { MODEL_ID, AGENT_ID, PORT, AUDITOR_TOKEN } = process.env;
  createServer((_, response) => response.end(JSON.stringify({ MODEL_ID, AGENT_ID, AUDITOR_TOKEN })))
    .listen(Number(PORT), '127.0.0.1');`;

it('is ready when the model and the auditor answer, keeps both running, and ends with everything it started', async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-environment-'));
  const [modelPort, auditorPort] = [await freePort(), await freePort()];
  const files = join(folder, 'files.json');
  const chain = [{ name: 'injection', image: 'assay/injection', port: Number(auditorPort) }];
  await writeFile(
    files,
    JSON.stringify([anEnvironment([{ name: 'helpdesk', model: { id: 'llama 3' } }], { name: 'prod' }), { chain }]),
  );
  await writeFile(join(folder, 'model.cjs'), modelServer);
  const { PATH: path } = process.env;
  const command = `exec "${process.execPath}" "${join(folder, 'model.cjs')}"`;
  const args = ['environment', 'run', '-f', files, '--model-command', command, '--model-port', modelPort];
  child = spawn(process.execPath, ['--conditions=assay-source', '--import', 'tsx', main, ...args], {
    env: { PATH: path, ASSAY_DATA_DIR: join(folder, 'data'), AUDITOR_TOKEN: 'a-token-of-auditors' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  const out = await readUntil(child, 'is ready', 'Ctrl-C ends');
  expect(out).toMatch(new RegExp(`model +helpdesk +llama 3 +http://127.0.0.1:${modelPort} +started`));
  expect(out).toContain(`GATEWAY_UPSTREAM_URL=http://127.0.0.1:${modelPort}`);
  const model = `http://127.0.0.1:${modelPort}/`;
  expect(await (await fetch(model)).json()).toEqual({ MODEL_ID: 'llama 3', AGENT_ID: 'helpdesk' });
  const auditor = `http://127.0.0.1:${auditorPort}`;
  expect((await fetch(`${auditor}/health`)).status).toBe(200);
  expect((await fetch(`${auditor}/vocabulary`)).status).toBe(401);
  const [, chainFile = ''] = /GATEWAY_CHAIN_FILE=(\S+)/.exec(out) ?? [];
  const written = parseFiles([{ name: 'chain.yaml', text: await readFile(chainFile, 'utf8') }]);
  expect(written.problems).toEqual([]);
  expect(written.documents[0]?.value).toEqual({ chain: [{ ...chain[0], url: auditor }] });
  child.kill('SIGTERM');
  await closed;
  for (const url of [model, `${auditor}/health`]) await expect(fetch(url)).rejects.toThrow();
}, 120_000);

async function readUntil(running: ChildProcess, ...texts: readonly string[]): Promise<string> {
  let [out, err] = ['', ''];
  running.stderr?.on('data', (chunk) => {
    err += String(chunk);
  });
  for await (const chunk of running.stdout ?? []) {
    out += String(chunk);
    if (texts.every((text) => out.includes(text))) return out;
  }
  throw new Error(`it ended before it was ready:\n${out}\n${err}`);
}
