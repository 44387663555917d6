import { describe, expect, it } from 'vitest';
import { aBundlePolicy, aConfigBundle, createBundleSigner } from '../../../test/support/config-verifier.ts';
import type { AuditorClient } from '../../clients/auditor/client.ts';
import { readBundle, type SoundBundle } from '../../configuration/bundle/read-bundle.ts';
import type { ConfigBundle } from '../../contract/control/config-bundle.ts';
import { AppError } from '../../platform/errors.ts';
import { createLogger } from '../../platform/log.ts';
import { createCedarHost } from '../../policy/cedar-host.ts';
import { defaultPolicySettings } from '../../policy/default-policy.ts';
import { createAgentEntities } from '../../policy/policy-question.ts';
import { loadPolicySet } from '../../policy/policy-set.ts';
import { createClientPool } from '../collect/client-pool.ts';
import { createActiveState } from './active-state.ts';
import { createAgentStates } from './agent-states.ts';
import type { LocalParts } from './local-parts.ts';

const cedar = createCedarHost();
const clock = { now: () => 1_767_225_600_000 };
const signer = createBundleSigner();
const permit = (id: string) => `@id("${id}") permit (principal, action, resource);`;
const client: AuditorClient = {
  transport: 'http',
  health: () => Promise.reject(new AppError('unavailable', 'away')),
  vocabulary: () => Promise.reject(new AppError('unavailable', 'away')),
  claims: () => Promise.reject(new Error('nobody asks')),
  close: async () => {},
};

function aLocal(serial: number, id: string): LocalParts {
  const state = createActiveState({
    chain: [],
    cedar,
    clock,
    entities: createAgentEntities('test'),
    load: (schema) => loadPolicySet({ id, text: permit(id), schema, cedar }),
  });
  const policy = { id, text: permit(id), isGenerated: false };
  return { serial, chain: [], policy, policySettings: defaultPolicySettings, ownSettings: new Map(), state };
}

function open({ isFollowing = false } = {}) {
  let turns = 0;
  const clients = createClientPool(() => ({ client: { ...client }, boundary: 'remote' }));
  const states = createAgentStates({
    local: aLocal(0, 'file'),
    clients,
    cedar,
    clock,
    trustDomain: 'test',
    orgId: 'default',
    timeoutMs: 10,
    isFollowing,
    log: createLogger({ service: 'test', level: 'silent' }),
    async yieldTurn() {
      turns += 1;
    },
  });
  return { states, turns: () => turns };
}

function sound(revision: number, change: Partial<ConfigBundle>): SoundBundle {
  const jws = signer.sign(aConfigBundle([signer.key], { revision, ...change }));
  const reading = readBundle(jws, { keys: [signer.key], orgId: 'default' });
  if (!reading.ok) throw new Error(reading.detail);
  return reading.sound;
}

const agents = ['one', 'two', 'three'].map((id) => ({ id, workspace_id: id, audit_mode: 'enforce' as const }));
const policiesOf = (text: (id: string) => string) =>
  agents.map(({ id }) => aBundlePolicy('workspace', id, permit(text(id))));

describe('states of agents', () => {
  it('are those of the files, without a bundle, until there is one', () => {
    const { states } = open();
    const acting = states.actingOf('anybody');
    expect(acting).toMatchObject({ workspaceId: 'default', config: undefined, mode: { word: 'enforce' } });
    expect(acting.state.policySet?.id).toBe('file');
    expect(states.actingOf('somebody')).toBe(acting);
  });

  it("are exactly the files' state when a bundle does not mention an agent", async () => {
    const { states } = open();
    const { state } = states.actingOf('one');
    await states.replaceBundle(sound(3, {}));
    const acting = states.actingOf('one');
    expect(acting.state).toBe(state);
    expect(acting.config).toMatchObject({ revision: 3 });
    expect(states.profiles()).toBe(0);
  });

  it('are shared by equally configured agents, and by any number of made-up ids', async () => {
    const { states } = open();
    await states.replaceBundle(
      sound(1, {
        agents: agents.map((agent) => ({ ...agent, workspace_id: 'eu' })),
        policies: [aBundlePolicy('workspace', 'eu', permit('eu')), aBundlePolicy('workspace', 'default', permit('d'))],
      }),
    );
    expect(states.actingOf('one').state).toBe(states.actingOf('two').state);
    for (let index = 0; index < 2_000; index += 1) states.actingOf(`made-up-${index}`);
    expect(states.profiles()).toBe(2);
  });

  it('carry over to a later bundle that does not change them, and name the later one', async () => {
    const { states } = open();
    await states.replaceBundle(sound(1, { agents, policies: policiesOf((id) => id) }));
    const before = agents.map(({ id }) => states.actingOf(id));
    await states.replaceBundle(sound(2, { agents, policies: policiesOf((id) => (id === 'two' ? 'new' : id)) }));
    const after = agents.map(({ id }) => states.actingOf(id));
    expect(after.map(({ state }, index) => state === before[index]?.state)).toEqual([true, false, true]);
    expect(after.map(({ config }) => config?.revision)).toEqual([2, 2, 2]);
    expect(before.map(({ config }) => config?.revision)).toEqual([1, 1, 1]);
  });

  it('of known agents are built before a bundle applies, in turns with other work', async () => {
    const { states, turns } = open();
    await states.replaceBundle(sound(1, { agents, policies: policiesOf((id) => id) }));
    states.actingOf('one');
    states.actingOf('two');
    expect([states.profiles(), turns()]).toEqual([2, 0]);
    const swapping = states.replaceBundle(sound(2, { agents, policies: policiesOf((id) => `${id}2`) }));
    expect(states.actingOf('three').config?.revision).toBe(1);
    await swapping;
    expect(turns()).toBe(3);
    const built = states.profiles();
    expect(states.actingOf('one').config?.revision).toBe(2);
    states.actingOf('two');
    expect(states.profiles()).toBe(built);
  });

  it('follow the files of the gateway, which apply beside the bundle', async () => {
    const { states } = open();
    await states.replaceBundle(sound(1, { agents, policies: policiesOf((id) => id) }));
    expect(states.actingOf('one').state.policySet?.text).toContain('policy file file');
    await states.replaceLocal(aLocal(1, 'edited'));
    expect(states.actingOf('one').state.policySet?.text).toContain('policy file edited');
    expect(states.actingOf('one').config?.revision).toBe(1);
    expect(states.actingOf('nobody').state.policySet?.id).toBe('edited');
  });

  it('deny when the policies do not load, name the agent, and leave the others alone', async () => {
    const { states } = open();
    const broken = aBundlePolicy(
      'workspace',
      'two',
      'permit (principal, action, resource) when { context.claims.nope };',
    );
    const [first, , third] = policiesOf((id) => id);
    if (first === undefined || third === undefined) throw new Error('there are three');
    await states.replaceBundle(sound(1, { agents, policies: [first, broken, third] }));
    for (const { id } of agents) states.actingOf(id);
    expect(states.actingOf('two').state.policySet).toBeUndefined();
    expect(states.actingOf('one').state.problems).toEqual([]);
    expect(states.problems()).toMatchObject([{ reason: 'policy_not_loadable', agentId: 'two' }]);
    expect(states.problems()[0]?.message).toContain('nope');
    expect(states.denying()).toEqual([]);
  });

  it('all deny after an unreadable bundle, until there is one', async () => {
    const { states } = open();
    states.denyUntilBundle('it is damaged');
    expect(states.actingOf('one').state.policySet).toBeUndefined();
    expect(states.denying()).toEqual(['it is damaged']);
    await states.replaceLocal(aLocal(1, 'edited'));
    expect(states.denying()).toEqual(['it is damaged']);
    await states.replaceBundle(sound(1, {}));
    expect(states.actingOf('one').state.policySet?.id).toBe('edited');
    expect(states.denying()).toEqual([]);
  });
});

it('a gateway that follows bundles has no agent states, and denies, until there is one', async () => {
  const { states } = open({ isFollowing: true });
  expect(() => states.standingOf('one')).toThrow(expect.objectContaining({ code: 'configuration_unavailable' }));
  expect(states.actingOf('one').state.policySet).toBeUndefined();
  expect(states.denying()).toHaveLength(1);
  await states.replaceBundle(sound(1, {}));
  expect(states.standingOf('one')).toEqual({ workspaceId: 'default', status: 'active' });
  expect([states.actingOf('one').state.policySet?.id, states.denying()]).toEqual(['file', []]);
});
