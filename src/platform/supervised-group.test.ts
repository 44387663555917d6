import { expect, it } from 'vitest';
import { type GroupDeps, superviseGroup } from './supervised-group.ts';

const node = (name: string, script: string) => ({
  name,
  command: process.execPath,
  args: ['-e', script],
  env: {},
});

function later(ms: number, call: () => void): () => void {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
}

function watch(signal: AbortSignal, more: Partial<GroupDeps> = {}) {
  const lines: string[] = [];
  const ends: string[] = [];
  const deps: GroupDeps = {
    onLine: (name, line) => void lines.push(`${name}: ${line}`),
    onEnd: (name, why, ms) => void ends.push(`${name} ${why} ${ms}`),
    pauseMs: 1,
    graceMs: 5_000,
    after: later,
    monotonicMs: () => 0,
    signal,
    ...more,
  };
  return { deps, lines, ends };
}

it('a process that ends is started again, later each time', async () => {
  const over = new AbortController();
  const { deps, ends } = watch(over.signal, {
    onEnd: (name, why, ms) => {
      ends.push(`${name} ${why} ${ms}`);
      if (ends.length === 3) over.abort();
    },
  });
  await superviseGroup([node('model', 'process.exit(3)')], deps);
  expect(ends).toEqual(['model exit code 3 1', 'model exit code 3 2', 'model exit code 3 4']);
});

it('the end takes every process with its children, and tells no restart', async () => {
  const over = new AbortController();
  const script = `
    const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    console.log('child ' + child.pid);
    setInterval(() => {}, 1000);`;
  const { deps, lines, ends } = watch(over.signal, {
    onLine: (name, line) => {
      lines.push(`${name}: ${line}`);
      if (lines.length === 2) over.abort();
    },
  });
  await superviseGroup([node('one', script), node('two', script)], deps);
  expect(ends).toEqual([]);
  for (const line of lines) {
    const [, pid] = /child (\d+)$/.exec(line) ?? [];
    await expect.poll(() => isAlive(Number(pid)), { timeout: 10_000 }).toBe(false);
  }
});

it('a process that ends by itself takes its children with it', async () => {
  const over = new AbortController();
  const script = `
    const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    console.log('child ' + child.pid);
    child.unref();`;
  const { deps, lines } = watch(over.signal, { onEnd: () => over.abort() });
  await superviseGroup([node('one', script)], deps);
  const [, pid] = /child (\d+)$/.exec(lines[0] ?? '') ?? [];
  await expect.poll(() => isAlive(Number(pid)), { timeout: 10_000 }).toBe(false);
});

it('a long line is cut, and the last one needs no end', async () => {
  const over = new AbortController();
  const { deps, lines } = watch(over.signal, { onEnd: () => over.abort() });
  await superviseGroup([node('one', 'process.stdout.write("a".repeat(5000) + "\\nlast")')], deps);
  expect(lines).toEqual([`one: ${'a'.repeat(4_096)}`, 'one: last']);
});

it('a program that does not exist ends the others', async () => {
  const over = new AbortController();
  const { deps } = watch(over.signal);
  const missing = { name: 'none', command: '/nowhere/program', args: [], env: {} };
  await expect(superviseGroup([missing, node('other', 'setInterval(() => {}, 1000)')], deps)).rejects.toMatchObject({
    code: 'ENOENT',
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
