import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { createAuditorProcess, parseAuditorsFile, readAuditorCommands } from './auditor-commands.ts';
import type { AuditorClient } from './clients/auditor/client.ts';
import { later } from './gateway/timers.ts';
import { systemClock } from './platform/clock.ts';
import { createLogger } from './platform/log.ts';

const running: AuditorClient[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) await one.close();
});

function start(command: string, args: readonly string[]): AuditorClient {
  const client = createAuditorProcess({
    name: 'plain',
    program: { command, args },
    searchPath: process.env['PATH'] ?? '',
    token: randomBytes(16).toString('hex'),
    clock: systemClock,
    log: createLogger({ service: 'gateway', level: 'silent' }),
    after: later,
    monotonicMs: () => performance.now(),
  });
  running.push(client);
  return client;
}

const program = fileURLToPath(new URL('../test/support/plain-auditor.mjs', import.meta.url));
const request = { data: { input: 'You fool.' }, phase: 'request' as const, vendor_context: {} };

it('the first call to an auditor that a gateway starts waits until it answers', async () => {
  const client = start(process.execPath, [program]);
  const answer = await client.claims(request, { timeoutMs: 40_000 });
  expect(answer).toMatchObject({ status: 'success', claims: [{ name: 'insult_found', value: true }] });
  expect(await client.health({ timeoutMs: 10_000 })).toMatchObject({ auditor_id: 'plain' });
});

it('a program that does not start is a failure of the auditor, never a claim', async () => {
  const client = start('/no/such/program', []);
  expect(await client.claims(request, { timeoutMs: 50 })).toMatchObject({ status: 'error', claims: [] });
  await expect(client.vocabulary({ timeoutMs: 50 })).rejects.toMatchObject({ code: 'unavailable' });
});

it('the file of commands is refused with the place of its fault', async () => {
  for (const text of ['{', '{"auditors": {"x": {"args": []}}}', '{"servers": {}}', '{"auditors": {"x": "node"}}']) {
    expect(() => parseAuditorsFile(text), text).toThrow(/GATEWAY_AUDITORS_FILE/);
  }
  expect(parseAuditorsFile('{"auditors": {"x:1": {"command": "node"}}}').get('x:1')).toEqual({ command: 'node' });
  await expect(readAuditorCommands('/no/such/file')).rejects.toThrow('/no/such/file cannot be read');
});
