/**
 * A test waits for a condition, never for a time. The limit only ends a test that hangs, and the second that vitest allows
 * is too short on a loaded machine.
 */
import { vi } from 'vitest';
import { waitLimitMs } from './support/wait-limit.ts';

type Limits = number | { readonly timeout?: number; readonly interval?: number };

const withLimit = (limits: Limits = {}) =>
  typeof limits === 'number' ? limits : { timeout: waitLimitMs, interval: 50, ...limits };

const { waitFor, waitUntil } = vi;
vi.waitFor = (condition, limits) => waitFor(condition, withLimit(limits));
vi.waitUntil = (condition, limits) => waitUntil(condition, withLimit(limits));
