import { describe, expect, it } from 'vitest';
import { agentStatuses } from '../../../../src/contract/api/agents/states.ts';
// biome-ignore lint/style/noRestrictedImports: tests run in Node, and this one compares with the table of the verifier
import { agentEvents, nextStatus } from '../../../../src/verifier/configuration/agents/status.ts';
import { actsFor } from './agent-steps.ts';

const everything = () => true;

describe('the acts that a page offers for an agent', () => {
  it('are those that the verifier makes from each status', () => {
    for (const status of agentStatuses) {
      const offered = actsFor(status, everything).filter((act) => agentEvents.some((event) => event === act));
      // An agent that has an owner may get another one without a change of its status.
      const wanted = agentEvents.filter(
        (event) => event !== 'lose_last_owner' && event !== 'transfer' && nextStatus(status, event) !== undefined,
      );
      expect([...offered].filter((act) => act !== 'transfer').sort(), status).toEqual([...wanted].sort());
    }
  });

  it('leave out what the role may not do', () => {
    expect(actsFor('active', (operation) => operation === 'agents.stop')).toEqual(['stop']);
  });

  it('are none for a status of a later release', () => {
    expect(actsFor('resting', everything)).toEqual([]);
  });
});
