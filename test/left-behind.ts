/** Test files share a process: one that leaves its folder, environment, clock or listeners changed fails itself, not the next. */
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

const before = look();
afterAll(() => expect(look()).toEqual(before));
