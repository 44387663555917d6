import { expect, it } from 'vitest';
import { aConfigBundle, aStanding, createBundleSigner } from '../../../test/support/config-verifier.ts';
import type { ConfigBundle } from '../../contract/control/config-bundle.ts';
import { indexBundle, standingOf } from '../resolve-agent.ts';
import { withStanding } from './with-standing.ts';

const { key } = createBundleSigner();
const agent = (id: string, change: Partial<ConfigBundle['agents'][number]> = {}) => {
  return { id, workspace_id: 'team', audit_mode: 'enforce' as const, agent_epoch: 1, ...change };
};
const apiKey = (id: string, letter: string) => ({ id, sha256: letter.repeat(64) });
const bundle = aConfigBundle([key], {
  revision: 4,
  agents: [agent('clerk'), agent('held', { status: 'suspended' })],
  api_keys: [apiKey('key_a', 'a'), apiKey('key_b', 'b')],
  revoked_tokens: [{ jti: 'old', until: 5 }],
});
const stood = (change: Parameters<typeof aStanding>[1]) => withStanding(bundle, aStanding([key], change));
const statusOf = (after: ConfigBundle, id: string) => standingOf(indexBundle(after), id).status;

it('an agent suspended by the standing is suspended, and keeps its workspace', () => {
  const after = stood({ agents: [{ id: 'clerk', status: 'suspended', agent_epoch: 2 }] });
  expect(standingOf(indexBundle(after), 'clerk')).toEqual({ workspaceId: 'team', status: 'suspended' });
  expect(after.agents[0]).toEqual(agent('clerk', { status: 'suspended', agent_epoch: 2 }));
});

it('a suspended agent is active again once the standing says so', () => {
  expect(statusOf(stood({ agents: [{ id: 'held', agent_epoch: 2 }] }), 'held')).toBe('active');
});

it('an agent missing in the standing keeps its state in the bundle', () => {
  expect(statusOf(stood({ agents: [] }), 'held')).toBe('suspended');
});

it('an agent unknown to the bundle is refused if suspended, and given nothing else', () => {
  const after = stood({ agents: [{ id: 'late', status: 'suspended' }, { id: 'new' }] });
  expect(statusOf(after, 'late')).toBe('suspended');
  expect(after.agents.map(({ id }) => id)).toEqual(['clerk', 'held', 'late']);
});

it('a revoked key is gone, a rotated one has its new secret, and a new one waits for the bundle', () => {
  const keys = [apiKey('key_b', 'c'), apiKey('key_new', 'd')];
  expect(stood({ api_keys: keys }).api_keys).toEqual([apiKey('key_b', 'c')]);
  expect(stood({})).not.toHaveProperty('api_keys');
});

it('revocations and model states come from the standing; chains, settings, policies and revision stay', () => {
  const registry = { models: [{ model_id: 'gpt', status: 'revoked' as const }] };
  const after = stood({ revision: 9, revoked_tokens: [{ jti: 'new', until: 9 }], model_use: 'approved', registry });
  expect(after).toMatchObject({ revision: 4, revoked_tokens: [{ jti: 'new' }], model_use: 'approved', registry });
  const { policies, settings, workspaces, organization } = bundle;
  expect(after).toMatchObject({ policies, settings, workspaces, organization });
});
