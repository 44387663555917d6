import { expect, it } from 'vitest';
import { createShutdown, type Running } from './shutdown.ts';

it('services end in the reverse order of their start, each after the one before', async () => {
  const closed: string[] = [];
  const a = (name: string): Running => ({
    name,
    url: '',
    closing: undefined,
    async close() {
      await Promise.resolve();
      closed.push(name);
    },
  });
  await createShutdown([a('verifier'), a('gateway')]).close();
  expect(closed).toEqual(['gateway', 'verifier']);
});

it('a shutdown says which service it waits for, with its calls, and can cut them off', async () => {
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const gateway: Running = {
    name: 'gateway',
    url: '',
    closing: { countConnections: async () => 2, hurry: () => end() },
    close: () => ended,
  };
  const shutdown = createShutdown([gateway]);
  const closed = shutdown.close();
  expect(await shutdown.waitsFor()).toBe('the gateway (2 calls)');
  shutdown.hurry();
  await closed;
  expect(await shutdown.waitsFor()).toBe('nothing');
});
