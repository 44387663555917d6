import { describe, expect, it, vi } from 'vitest';
import { anAuditor } from './auditor.fixture.ts';
import { createAuditor } from './create-auditor.ts';
import { type ClaimDraft, defineAuditor, type RunOptions } from './definition.ts';
import { ModelUnavailableError } from './failure.ts';
import type { SettingMap } from './setting.ts';

const request = { data: {}, phase: 'request' };

/** An auditor whose one method waits until it is released. */
function aGate() {
  const waiting: { resolve: (drafts: ClaimDraft[]) => void; reject: (error: Error) => void; signal: AbortSignal }[] =
    [];
  const definition = defineAuditor({
    ...anAuditor(() => []),
    methods: [
      {
        name: 'wait',
        produces: { probe_found: { type: 'boolean', description: 'd' } },
        run: (_input, { context }: RunOptions<SettingMap, SettingMap>) =>
          new Promise<ClaimDraft[]>((resolve, reject) => waiting.push({ resolve, reject, signal: context.signal })),
      },
    ],
  });
  return { waiting, definition };
}

const found: ClaimDraft[] = [{ name: 'probe_found', value: true }];

describe('an asynchronous method', () => {
  it('is awaited', async () => {
    const { waiting, definition } = aGate();
    const response = createAuditor(definition).claims(request);
    waiting[0]?.resolve(found);
    expect(await response).toMatchObject({ status: 'success', claims: [{ name: 'probe_found', value: true }] });
  });

  it('keeps the order of the claims, in any order of ends', async () => {
    const order = ['a', 'b', 'c'];
    const methods = order.map((name, index) => ({
      name,
      produces: { [name]: { type: 'boolean' as const, description: 'd' } },
      run: () => (index === 1 ? [{ name, value: true }] : Promise.resolve([{ name, value: true }])),
    }));
    const response = await createAuditor(defineAuditor({ ...anAuditor(() => []), methods })).claims(request);
    expect(response.claims.map(({ name }) => name)).toEqual(order);
  });

  it('answers TIMEOUT at the deadline and tells the method to stop', async () => {
    const { waiting, definition } = aGate();
    const response = await createAuditor(definition).claims(request, { timeoutMs: 1 });
    expect(response).toMatchObject({ status: 'error', error: { code: 'TIMEOUT', retryable: true } });
    expect(waiting[0]?.signal.aborted).toBe(true);
    waiting[0]?.reject(new Error('late'));
  });

  it('answers TIMEOUT when the caller cancels, before or while it runs', async () => {
    const { waiting, definition } = aGate();
    const auditor = createAuditor(definition);
    const controller = new AbortController();
    const response = auditor.claims(request, { signal: controller.signal });
    const lazy = auditor.claims(request, { signal: () => controller.signal });
    controller.abort();
    for (const answer of [response, lazy]) expect(await answer).toMatchObject({ error: { code: 'TIMEOUT' } });
    expect(waiting.every(({ signal }) => signal.aborted)).toBe(true);
    expect(await auditor.claims(request, { signal: controller.signal })).toMatchObject({ error: { code: 'TIMEOUT' } });
    expect(waiting).toHaveLength(2);
  });

  it('reports its failure once and stops the others', async () => {
    const { waiting, definition } = aGate();
    const onError = vi.fn();
    const second = {
      name: 'fail',
      produces: { other: { type: 'boolean' as const, description: 'd' } },
      run: () => Promise.reject(new Error('x')),
    };
    const auditor = createAuditor(defineAuditor({ ...definition, methods: [...definition.methods, second] }), {
      onError,
    });
    expect(await auditor.claims(request)).toMatchObject({ error: { code: 'INTERNAL_ERROR' } });
    expect(onError).toHaveBeenCalledOnce();
    expect(waiting[0]?.signal.aborted).toBe(true);
  });

  it('may reject unhandled after a synchronous failure beside it', async () => {
    const { waiting, definition } = aGate();
    const second = {
      name: 'fail',
      produces: { other: { type: 'boolean' as const, description: 'd' } },
      run: (): ClaimDraft[] => {
        throw new Error('x');
      },
    };
    const auditor = createAuditor(defineAuditor({ ...definition, methods: [...definition.methods, second] }), {
      onError: () => {},
    });
    expect(await auditor.claims(request)).toMatchObject({ error: { code: 'INTERNAL_ERROR' } });
    expect(waiting[0]?.signal.aborted).toBe(true);
    waiting[0]?.reject(new Error('after the fact'));
    await auditor.close();
  });
});

describe('a synchronous auditor', () => {
  it('starts no further method past the deadline', async () => {
    let now = 0;
    const methods = ['a', 'b'].map((name) => ({
      name,
      produces: { [name]: { type: 'boolean' as const, description: 'd' } },
      run: () => {
        now += 100;
        return [{ name, value: true }];
      },
    }));
    const auditor = createAuditor(defineAuditor({ ...anAuditor(() => []), methods }), { clock: () => now });
    expect(await auditor.claims(request, { timeoutMs: 50 })).toMatchObject({ error: { code: 'TIMEOUT' } });
    expect(now).toBe(100);
  });
});

describe('more calls than allowed', () => {
  it('are OVERLOADED until one ends, even one that outlived its deadline', async () => {
    const { waiting, definition } = aGate();
    const auditor = createAuditor(definition, { maxConcurrent: 1 });
    await auditor.claims(request, { timeoutMs: 1 });
    expect(await auditor.claims(request)).toMatchObject({ error: { code: 'OVERLOADED', retryable: true } });
    waiting[0]?.resolve(found);
    await vi.waitFor(async () => {
      const next = auditor.claims(request);
      waiting[1]?.resolve(found);
      expect(await next).toMatchObject({ status: 'success' });
    });
  });
});

describe('setup and close', () => {
  it('the auditor is ready only after setup', async () => {
    let finish = () => {};
    const setup = () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      });
    const auditor = createAuditor(
      anAuditor(() => found, { setup }),
      { onError: () => {} },
    );
    expect(auditor.health()).toMatchObject({ status: 'healthy', ready: false });
    expect(await auditor.claims(request)).toMatchObject({ error: { code: 'MODEL_UNAVAILABLE' } });
    finish();
    await auditor.whenReady();
    expect(auditor.health().ready).toBe(true);
    expect(await auditor.claims(request)).toMatchObject({ status: 'success' });
  });

  it('a failed setup is unhealthy, reported, and never answers with claims', async () => {
    const onError = vi.fn();
    const broken = anAuditor(() => found, { setup: () => Promise.reject(new ModelUnavailableError('no file')) });
    const auditor = createAuditor(broken, { onError });
    await expect(auditor.whenReady()).rejects.toThrow('no file');
    expect(auditor.health()).toMatchObject({ status: 'unhealthy', ready: false });
    expect(await auditor.claims(request)).toMatchObject({ error: { code: 'MODEL_UNAVAILABLE' } });
    expect(onError).toHaveBeenCalled();
  });

  it('close waits for running calls, refuses new ones, and tears down once', async () => {
    const { waiting, definition } = aGate();
    const teardown = vi.fn();
    const auditor = createAuditor({ ...definition, teardown });
    const inFlight = auditor.claims(request);
    const closing = Promise.all([auditor.close(), auditor.close()]);
    expect(await auditor.claims(request)).toMatchObject({ error: { code: 'OVERLOADED' } });
    expect(teardown).not.toHaveBeenCalled();
    waiting[0]?.resolve(found);
    expect(await inFlight).toMatchObject({ status: 'success' });
    await closing;
    expect(teardown).toHaveBeenCalledOnce();
    expect(auditor.health()).toMatchObject({ status: 'unhealthy', ready: false });
  });

  it('close ends a setup that is still running', async () => {
    const setup = ({ signal }: { signal: AbortSignal }) =>
      new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
    const onError = vi.fn();
    const auditor = createAuditor(
      anAuditor(() => found, { setup }),
      { onError },
    );
    await auditor.close();
    await expect(auditor.whenReady()).rejects.toThrow('stopped');
    expect(onError).not.toHaveBeenCalled();
  });
});
