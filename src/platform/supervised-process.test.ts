import process from 'node:process';
import { afterEach, expect, it, vi } from 'vitest';
import { type SupervisedProcess, superviseInOwnHome } from './supervised-process.ts';

const running: SupervisedProcess[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) await one.end();
});

async function supervise(script: string, environment: Record<string, string> = {}, command = process.execPath) {
  const ends: string[] = [];
  const pauses: number[] = [];
  const restarts: (() => void)[] = [];
  const clock = { ms: 0 };
  const supervised = await superviseInOwnHome({
    program: { command, args: ['-e', script] },
    environment,
    searchPath: process.env['PATH'] ?? '',
    onEnd: ({ why, lastWords }) => ends.push(`${why}: ${lastWords.trim()}`),
    monotonicMs: () => clock.ms,
    after(ms, call) {
      pauses.push(ms);
      restarts.push(call);
      return () => restarts.splice(0);
    },
  });
  running.push(supervised);
  return { supervised, ends, pauses, restarts, clock };
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('a program that ends is started again, after pauses that grow, with its last words told', async () => {
  const { ends, pauses, restarts, supervised } = await supervise('console.error("no memory"); process.exit(3)');
  await expect.poll(() => ends).toEqual(['exit code 3: no memory']);
  expect(supervised.pid()).toBeUndefined();
  restarts.shift()?.();
  await expect.poll(() => ends).toHaveLength(2);
  expect(pauses).toEqual([1_000, 2_000]);
});

it('a program that ran for a minute has the first pause again', async () => {
  const { ends, pauses, restarts, clock } = await supervise('process.exit(1)');
  for (const [index, ranMs] of [0, 0, 59_999, 60_000, 0].entries()) {
    await expect.poll(() => ends).toHaveLength(index + 1);
    restarts.shift()?.();
    clock.ms += ranMs;
  }
  await expect.poll(() => ends).toHaveLength(6);
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 1_000, 2_000]);
});

it('a program that cannot be started is tried again', async () => {
  const { ends, pauses, restarts } = await supervise('', {}, '/nowhere/program');
  await expect.poll(() => ends).toEqual(['not started: ENOENT: ']);
  restarts.shift()?.();
  await expect.poll(() => ends).toHaveLength(2);
  expect(pauses).toEqual([1_000, 2_000]);
});

it('a program gets its own variables and nothing else of this process', async () => {
  vi.stubEnv('SECRET_OF_THE_GATEWAY', 'canary');
  const { ends } = await supervise('console.error(JSON.stringify(process.env)); process.exit(1)', { PORT: '1' });
  await expect.poll(() => ends).toHaveLength(1);
  expect(ends[0]).toContain('"PORT":"1"');
  expect(ends[0]).not.toContain('canary');
  vi.unstubAllEnvs();
});

it('its end ends everything that the program started, and it is not started again', async () => {
  const script = `const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    require('node:fs').writeFileSync(process.env.TMPDIR + '/../' + process.env.NAME, String(child.pid));
    process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`;
  const { readFile, rm } = await import('node:fs/promises');
  const { join } = await import('node:path');
  const { tmpdir } = await import('node:os');
  const name = `assay-run-child-${process.pid}-${Date.now()}`;
  const { supervised, ends } = await supervise(script, { NAME: name });
  const read = () => readFile(join(tmpdir(), name), 'utf8').catch(() => '');
  await expect.poll(read).not.toBe('');
  const child = Number(await read());
  const pid = supervised.pid();
  await supervised.end();
  await expect.poll(() => isAlive(child)).toBe(false);
  expect([isAlive(pid ?? 0), ends]).toEqual([false, []]);
  await rm(join(tmpdir(), name), { force: true });
});
