import { describe, expect, it } from 'vitest';
import { createLogger } from '../../../platform/log.ts';
import { createRenewal } from './renewal.ts';

const log = createLogger({ service: 'test', level: 'silent' });
const group = (agentId: string) => ({ workspaceId: 'default', agentId, keyAttestationHash: 'sha256:x', kid: 'k' });
const aStored = (agentId: string, decisionTier: 'affirming' | 'warning' = 'affirming') => ({
  group: group(agentId),
  decisionTier,
});

function setUp(options: { failing?: string } = {}) {
  const state = { now: 0, failing: options.failing };
  const issued: string[] = [];
  const renewal = createRenewal({
    clock: { now: () => state.now },
    intervalMs: 60_000,
    log,
    async issue(_orgId, { agentId }) {
      if (agentId === state.failing) throw new Error('no database');
      issued.push(agentId);
      return { decisionTier: 'affirming', isMore: false };
    },
  });
  return { renewal, issued, state };
}

describe('renewal', () => {
  it('issues at once for new agents, then once in the interval', async () => {
    const { renewal, issued, state } = setUp();
    await renewal.cover('o', [aStored('a'), aStored('b')]);
    await renewal.cover('o', [aStored('a')]);
    expect(issued).toEqual(['a', 'b']);
    state.now = 60_000;
    await renewal.cover('o', [aStored('a')]);
    expect(issued).toEqual(['a', 'b', 'a']);
    await renewal.close();
  });

  it('does not wait when the decisions get worse', async () => {
    const { renewal, issued } = setUp();
    await renewal.cover('o', [aStored('a')]);
    await renewal.cover('o', [aStored('a', 'warning')]);
    expect(issued).toEqual(['a', 'a']);
    await renewal.close();
  });

  it('issues at the end what still waits', async () => {
    const { renewal, issued } = setUp();
    await renewal.cover('o', [aStored('a')]);
    await renewal.cover('o', [aStored('a')]);
    expect(renewal.countWaiting()).toBe(1);
    await renewal.close();
    expect(issued).toEqual(['a', 'a']);
  });

  it('of one agent that fails holds up no other, does not undo the storing, and is tried again', async () => {
    const { renewal, issued, state } = setUp({ failing: 'broken' });
    await renewal.cover('o', [aStored('broken'), aStored('fine')]);
    expect(issued).toEqual(['fine']);
    expect(renewal.countWaiting()).toBe(1);
    await renewal.cover('o', [aStored('fine')]);
    await expect(renewal.flush()).rejects.toThrow('1 passports could not be issued');
    expect(issued).toEqual(['fine', 'fine']);
    state.failing = undefined;
    await renewal.flush();
    expect(issued).toEqual(['fine', 'fine', 'broken']);
    await renewal.close();
  });
});
