import { expect, test } from 'vitest';
import { emptyKey, toKeyInput, withPurpose } from './key-draft.ts';

const now = Date.parse('2026-01-01T00:00:00Z');

test('A key ends after the chosen number of days and has no scope that the verifier does not know.', () => {
  const draft = {
    ...emptyKey,
    alias: ' ci ',
    scopes: ['evidence:read', 'evidence:everything'],
    days: 2,
    agent: 'kept',
  };
  expect(toKeyInput(draft, now)).toEqual({
    alias: 'ci',
    purpose: 'cli',
    scopes: ['evidence:read'],
    expires_at: '2026-01-03T00:00:00.000Z',
  });
});

test('Only a key of an agent names an agent, and it starts with the scope that calls the gateway.', () => {
  const draft = { ...withPurpose({ ...emptyKey, alias: 'a' }, 'agent'), agent: 'agent-1', gateway: 'gw' };
  expect(toKeyInput(draft, now)).toMatchObject({ purpose: 'agent', agent_id: 'agent-1', scopes: ['gateway:call'] });
  expect(toKeyInput(draft, now)).not.toHaveProperty('gateway_id');
});
