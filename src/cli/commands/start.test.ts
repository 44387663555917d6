import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runFake, startFake } from '../cli.fake.ts';
import type { CommandIo } from '../command.ts';
import { start } from './start.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'start-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('start', () => {
  it('starts the given services, prints addresses on one JSON line, and ends with 0 when stopped', async () => {
    const stop = new AbortController();
    const out: string[] = [];
    let health: Promise<unknown> | undefined;
    const io: CommandIo = {
      args: ['--only', 'injection'],
      stdout: {
        write(text) {
          out.push(text);
          const { urls } = JSON.parse(text);
          health = fetch(`${urls.injection}/health`)
            .then((answer) => answer.json())
            .finally(() => stop.abort());
        },
      },
      stderr: { write: () => true },
      stdin: (async function* () {})(),
      color: false,
      env: { ASSAY_DATA_DIR: join(folder, 'data'), ASSAY_LOG_LEVEL: 'silent', INJECTION_PORT: '0' },
      clock: { now: () => Date.now() },
      signal: stop.signal,
    };
    expect(await start.run(io)).toBe(0);
    expect(out).toHaveLength(1);
    expect(JSON.parse(out[0] ?? '')).toMatchObject({ ready: true, urls: { injection: expect.any(String) } });
    expect(await health).toMatchObject({ status: 'healthy', auditor_id: 'injection' });
  });

  it('on a terminal shows a screen for people and no JSON, unless JSON is asked for', async () => {
    const env = { ASSAY_DATA_DIR: join(folder, 'screen'), INJECTION_PORT: '0' };
    const startOne = async (args: readonly string[], until: RegExp) => {
      const stop = new AbortController();
      const run = startFake(['start', '--only', 'injection', ...args], { env, terminal: true, signal: stop.signal });
      await run.said(until);
      stop.abort();
      return run.done;
    };
    const screen = await startOne([], /Ctrl-C ends it/);
    expect(screen.code).toBe(0);
    expect(screen.out).toContain('Assay ');
    expect(screen.out).toMatch(/auditors +http:/);
    expect(screen.out).toContain('Stopped.');
    expect(screen.out + screen.err).not.toContain('{');
    const lines = await startOne(['--log', 'json'], /"ready":true/);
    expect(lines.out).toMatch(/^\{"ready":true,"urls":\{"injection":"[^"]+"\}\}\n$/);
  });

  it('explains how ports are set to those who try an option, without a stack', async () => {
    const { code, err } = await runFake(['start', '--port', '3']);
    expect(code).toBe(2);
    expect(err).toContain('GATEWAY_PORT');
    expect(err).not.toMatch(/^\s+at /m);
  });

  it('names the variable of an auditor that is wrong, without a stack', async () => {
    for (const env of [
      { INJECTION_PORT: '70000' },
      { INJECTION_INVISIBLE_CHAR_CHECK: 'perhaps', INJECTION_PORT: '0' },
    ]) {
      const { code, err } = await runFake(['start', '--only', 'injection'], {
        env: { ASSAY_DATA_DIR: join(folder, 'wrong'), ...env },
      });
      expect(code).toBe(2);
      expect(err).toContain(Object.keys(env)[0]);
      expect(err).not.toMatch(/^\s+at /m);
    }
  });

  it('refuses an unknown service, and invalid settings, with 2', async () => {
    const env = { ASSAY_DATA_DIR: join(folder, 'data') };
    const unknown = await runFake(['start', '--only', 'gatway'], { env });
    expect(unknown.code).toBe(2);
    expect(unknown.err).toContain('there is no service gatway');
    const wrong = await runFake(['start', '--only', 'gateway'], { env: { ...env, GATEWAY_PORT: 'http' } });
    expect(wrong.code).toBe(2);
    expect(wrong.err).toContain('GATEWAY_PORT must be');
  });
});
