import { describe, expect, it } from 'vitest';
import { AppError } from '../../../platform/errors.ts';
import type { PassportKey } from '../../base/keys/key-file.ts';
import { type IssueDeps, issuePassport } from './issue.ts';

const key: PassportKey = {
  kid: 'k',
  jwk: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' },
  sign: () => {
    throw new Error('nothing is signed here');
  },
};
const unused = () => {
  throw new AppError('internal', 'not loaded');
};

/** A verifier in which trust changes this many times while a passport is issued. */
function setUp(changes: number) {
  const state = { epoch: 0, looks: 0 };
  const deps: IssueDeps = {
    key,
    clock: { now: () => 0 },
    randomBytes: unused,
    issuer: 'i',
    ttlS: 60,
    build: 'b',
    store: {
      insert: unused,
      find: unused,
      findAnywhere: unused,
      revoke: unused,
      revokeDependents: unused,
      listRevoked: unused,
      list: unused,
      exclusively: (_orgId, _agentId, run) => run(Object(undefined)),
    },
    coverage: { listUncovered: async () => [], markCovered: unused, readDecider: unused, listWaiting: unused },
    async factsOf() {
      state.looks += 1;
      // A revocation or activation between the read and the transaction.
      if (state.looks <= changes) state.epoch += 1;
      return { kind: 'software', freshness: 'none', notes: [] };
    },
    trust: { read: async () => state.epoch, hold: async () => state.epoch },
  };
  return { deps, state };
}

const group = { workspaceId: 'w', agentId: 'a', keyAttestationHash: 'h', kid: 'k' };

describe('a passport being issued', () => {
  it('reads again when the trust changed meanwhile', async () => {
    const { deps, state } = setUp(2);
    expect(await issuePassport(deps, 'o', group)).toBeUndefined();
    expect(state.looks).toBe(3);
  });

  it('is not issued on facts that were repeatedly outdated', async () => {
    const { deps } = setUp(100);
    await expect(issuePassport(deps, 'o', group)).rejects.toThrow('kept changing');
  });
});
