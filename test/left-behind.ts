/**
 * Test files share a process: a file that leaves its folder, environment, clock or listeners changed fails itself instead of the
 * next one.
 */
import process from 'node:process';
import { afterAll, expect, vi } from 'vitest';

const events = ['SIGINT', 'SIGTERM', 'SIGHUP', 'exit', 'beforeExit', 'uncaughtException', 'unhandledRejection'];

const look = () => ({
  env: { ...process.env },
  folder: process.cwd(),
  umask: process.umask(),
  listeners: events.map((name) => [name, process.listenerCount(name)]),
  now: Date.now,
  fetch: globalThis.fetch,
  hasFakeTimers: vi.isFakeTimers(),
});

export function failOnChangedProcess(): void {
  const before = look();
  afterAll(() => expect(look()).toEqual(before));
}
