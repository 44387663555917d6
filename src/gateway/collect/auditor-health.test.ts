import type { Health } from '@assay/sdk/contract';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import type { AuditorClient } from '../../clients/auditor/client.ts';
import { AppError } from '../../platform/errors.ts';
import { createAuditorHealth } from './auditor-health.ts';

const healthy: Health = { status: 'healthy', auditor_id: 'a', version: '1.0.0', ready: true };
const request = { data: { input: 'x' }, phase: 'request' } as const;

function aWatch() {
  const waiting: { readonly ms: number; readonly call: () => void }[] = [];
  const state = { health: healthy, isAway: false, version: '1.0.0', asked: 0, inProgress: 0, most: 0, claims: 0 };
  const registry = new Registry();
  const watch = createAuditorHealth({
    everyMs: 5_000,
    registry,
    random: () => 0.5,
    after(ms, call) {
      const entry = { ms, call };
      waiting.push(entry);
      return () => waiting.splice(waiting.indexOf(entry), 1);
    },
  });
  const auditor: AuditorClient = {
    transport: 'http',
    async health() {
      state.asked += 1;
      state.inProgress += 1;
      state.most = Math.max(state.most, state.inProgress);
      await Promise.resolve();
      state.inProgress -= 1;
      if (state.isAway) throw new AppError('unavailable', 'away');
      return state.health;
    },
    vocabulary: async () => ({ auditor_id: 'a', version: state.version, phases: ['request'], vocabulary: [] }),
    async claims() {
      state.claims += 1;
      return { status: 'success', claims: [] };
    },
    close: async () => {},
  };
  const client = watch.watch('guard', auditor);
  /** Runs the next poll; gives the wait before it. */
  const next = async (): Promise<number> => {
    const entry = waiting.shift();
    entry?.call();
    await new Promise((resolve) => setImmediate(resolve));
    return entry?.ms ?? 0;
  };
  return { watch, client, state, next, waiting, registry };
}

const ask = (client: AuditorClient) => client.claims(request, { timeoutMs: 1_000 });

describe("an auditor's health check", () => {
  it('fails an unready auditor at once, names it, and asks again once it is ready', async () => {
    const { watch, client, state, next, registry } = aWatch();
    await client.vocabulary({ timeoutMs: 1 });
    expect(await next()).toBe(5_000);
    expect((await ask(client)).status).toBe('success');
    state.health = { ...healthy, ready: false };
    await next();
    expect(await ask(client)).toMatchObject({ status: 'error', error: { code: 'INTERNAL_ERROR' } });
    expect(state.claims).toBe(1);
    expect(watch.problems()).toMatchObject([{ reason: 'auditor_not_ready' }]);
    expect(await registry.metrics()).toContain('assay_auditor_ready{auditor="guard"} 0');
    state.health = healthy;
    expect(await next()).toBe(1_000);
    expect((await ask(client)).status).toBe('success');
    expect(watch.problems()).toEqual([]);
  });

  it('asks no claims of an auditor with another id than in its vocabulary', async () => {
    const { watch, client, state, next } = aWatch();
    await client.vocabulary({ timeoutMs: 1 });
    state.health = { ...healthy, auditor_id: 'b\u0000' };
    await next();
    expect((await ask(client)).status).toBe('error');
    expect(watch.problems()).toMatchObject([{ reason: 'auditor_mistaken' }]);
  });

  it('reads the vocabulary of a new version once, even if it still has the old one', async () => {
    const { watch, client, state, next } = aWatch();
    await client.vocabulary({ timeoutMs: 1 });
    state.health = { ...healthy, version: '2.0.0' };
    await next();
    expect(watch.isStale(client)).toBe(true);
    await client.vocabulary({ timeoutMs: 1 });
    await next();
    expect(watch.isStale(client)).toBe(false);
  });

  it('names an unanswering auditor after the second time, and its claims are still requested', async () => {
    const { watch, client, state, next } = aWatch();
    state.isAway = true;
    await next();
    expect(watch.problems()).toEqual([]);
    await next();
    expect(watch.problems()).toMatchObject([{ reason: 'auditor_silent' }]);
    expect((await ask(client)).status).toBe('success');
  });

  it('runs one at a time, and none after it is closed', async () => {
    const { client, state, next, waiting } = aWatch();
    for (let round = 0; round < 5; round += 1) {
      expect(waiting).toHaveLength(1);
      await next();
    }
    expect(state).toMatchObject({ asked: 5, most: 1 });
    await client.close();
    expect(waiting).toHaveLength(0);
  });
});
