/** Properties of every decision: agents, limited credentials, tenants, and an engine that fails. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Role } from '../../../platform/http/access.ts';
import { type CedarModule, createCedarHost, loadCedarModule } from '../../../policy/cedar-host.ts';
import { type Action, type ActionGroup, actions, knownScopes } from './actions.ts';
import {
  type AccessTarget,
  type Asker,
  askEngine,
  assertAllowed,
  createAuthorization,
  isAllowed,
} from './authorize.ts';
import { type AskEngine, createAccessEngine } from './engine.ts';
import { accessPolicies } from './policies.ts';

const personRoles: readonly Role[] = ['admin', 'operator', 'reviewer', 'viewer'];
const user = fc.constantFrom('usr_1', 'usr_2', 'usr_3', 'bot', 'local');
const orgId = fc.constantFrom('a', 'b');
const role = fc.constantFrom<Role>(...personRoles, 'agent', 'gateway', 'anonymous');
const action = fc.constantFrom(...(Object.keys(actions) as Action[]));
const owned = fc.uniqueArray(fc.record({ user, role: fc.constantFrom(...personRoles) }), {
  maxLength: 3,
  selector: (o) => o.user,
});
/** Also texts that are no scopes: two lists must never be taken for one another. */
const scope = fc.oneof(
  fc.constantFrom(...knownScopes),
  fc.constantFrom('all', 'any', 'self', '', '*', 'agents:read agents:write'),
);
const scopes = fc.oneof(fc.constant('all' as const), fc.array(scope, { maxLength: 4 }));
const asker: fc.Arbitrary<Asker> = fc.record(
  {
    user,
    role,
    organisation: orgId,
    scopes,
    owners: owned,
    isDeployment: fc.boolean(),
    kind: fc.constantFrom('person' as const, 'agent' as const, 'gateway' as const, 'operator' as const),
  },
  { requiredKeys: ['user', 'role', 'organisation', 'scopes', 'isDeployment', 'kind'] },
);
const target: fc.Arbitrary<AccessTarget> = fc.oneof(
  fc.record({ orgId }),
  fc.record({
    id: user,
    orgId,
    owners: fc.uniqueArray(user, { maxLength: 2 }),
    editors: fc.uniqueArray(user, { maxLength: 2 }),
  }),
);

describe('every decision', () => {
  it("from the cache equals the engine's", () => {
    fc.assert(
      fc.property(asker, action, target, (who, what, where) => {
        const person: Asker = { ...who, kind: 'person' };
        const expected = person.role !== 'anonymous' && askEngine(person, what, where);
        expect([isAllowed(person, what, where), isAllowed(person, what, where)]).toEqual([expected, expected]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('refuses an agent what no owner of it may', () => {
    fc.assert(
      fc.property(asker, action, target, (who, what, where) => {
        const agent: Asker = { ...who, kind: 'agent', role: 'agent' };
        const { organisation, owners = [] } = agent;
        const ofOwners = owners.some((owner) =>
          isAllowed({ ...owner, organisation, kind: 'person', scopes: 'all', isDeployment: false }, what, where),
        );
        if (isAllowed(agent, what, where)) expect(ofOwners).toBe(true);
        expect(isAllowed({ ...agent, owners: [] }, what, where)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('gives a limited credential no more than the whole one, and nothing beyond its scopes', () => {
    fc.assert(
      fc.property(asker, fc.array(scope), action, target, (who, list, what, where) => {
        const isIn = isAllowed({ ...who, scopes: list }, what, where);
        if (!isIn) return;
        expect(isAllowed({ ...who, scopes: 'all' }, what, where)).toBe(true);
        const needed = actions[what].scope;
        expect(needed === 'any' || list.includes(needed)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('refuses another organisation', () => {
    fc.assert(
      fc.property(asker, action, target, (who, what, where) => {
        fc.pre(who.organisation !== where.orgId);
        expect(isAllowed(who, what, where)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('refuses unknown callers', () => {
    fc.assert(
      fc.property(asker, action, target, (who, what, where) => {
        expect(isAllowed({ ...who, role: 'anonymous' }, what, where)).toBe(false);
      }),
    );
  });
});

const actor = { agentId: 'bot', spiffeId: 'spiffe://localhost/agent/bot', grantId: 'dgr_1' };

describe('an agent that acts for somebody', () => {
  it('may do no more than the person, no more than an owner of it, and nothing personal', () => {
    fc.assert(
      fc.property(asker, action, target, (who, what, where) => {
        const { owners = [], ...person } = { ...who, kind: 'person' as const };
        const { organisation } = person;
        const isIn = isAllowed({ ...person, owners, actor }, what, where);
        const ofOwners = owners.some((owner) =>
          isAllowed({ ...owner, organisation, kind: 'person', scopes: 'all', isDeployment: false }, what, where),
        );
        const groups: readonly ActionGroup[] = actions[what].groups;
        expect(isIn).toBe(isAllowed(person, what, where) && ofOwners && !groups.includes('personal'));
      }),
      { numRuns: 1_000 },
    );
  });

  it('may only read, and stop agents', () => {
    const names = Object.keys(actions) as Action[];
    const open = names.filter((name) => !(actions[name].groups as readonly ActionGroup[]).includes('personal'));
    expect(open.filter((name) => !name.endsWith('.read'))).toEqual(['agents.suspend']);
  });

  it('is distinguished from the person in the cache', () => {
    const person: Asker = {
      user: 'usr_1',
      kind: 'person',
      role: 'admin',
      organisation: 'a',
      scopes: 'all',
      isDeployment: false,
      owners: [{ user: 'usr_2', role: 'admin' }],
    };
    const where = { orgId: 'a' };
    for (let round = 0; round < 2; round += 1) {
      expect(isAllowed(person, 'keys.write', where)).toBe(true);
      expect(isAllowed({ ...person, actor }, 'keys.write', where)).toBe(false);
      expect(isAllowed({ ...person, actor }, 'keys.read', where)).toBe(true);
    }
  });
});

describe('a refusal', () => {
  const viewer: Asker = {
    user: 'u',
    kind: 'person',
    role: 'viewer',
    organisation: 'a',
    scopes: 'all',
    isDeployment: false,
  };
  it('names the action, and the missing scope', () => {
    const ask = (who: Asker) => () => assertAllowed(who, 'policies.write', { orgId: 'a' });
    expect(ask(viewer)).toThrow(
      expect.objectContaining({ code: 'forbidden', extensions: { action: 'policies.write' } }),
    );
    expect(ask({ ...viewer, role: 'admin', scopes: ['agents:read'] })).toThrow(
      expect.objectContaining({ extensions: { action: 'policies.write', scope: 'policies:write' } }),
    );
  });

  it('of an agent that acts for somebody says whose right is missing', () => {
    const ask = (who: Asker, what: Action) => () => assertAllowed({ ...who, actor }, what, { orgId: 'a' });
    const admin: Asker = { ...viewer, role: 'admin', owners: [{ user: 'o', role: 'viewer' }] };
    expect(ask(admin, 'keys.write')).toThrow(
      expect.objectContaining({ extensions: { action: 'keys.write', reason: 'takes_the_person' } }),
    );
    expect(ask(admin, 'audit.read')).toThrow(
      expect.objectContaining({ extensions: { action: 'audit.read', reason: 'owner_may_not' } }),
    );
    expect(ask({ ...viewer, owners: [{ user: 'o', role: 'admin' }] }, 'audit.read')).toThrow(
      expect.objectContaining({ extensions: { action: 'audit.read' } }),
    );
  });

  it('follows for every group of actions that no policy knows', () => {
    const groups = new Set<ActionGroup>(Object.values(actions).flatMap(({ groups }) => [...groups]));
    for (const group of groups) expect(accessPolicies).toContain(`group/${group}"`);
  });
});

describe('a failing engine', () => {
  const admin: Asker = {
    user: 'u',
    kind: 'person',
    role: 'admin',
    organisation: 'a',
    scopes: 'all',
    isDeployment: true,
  };
  const mayRead = (ask: AskEngine) => createAuthorization(ask)(admin, 'policies.read', { orgId: 'a' });

  /** The engine with one function replaced. */
  const broken = (change: Partial<CedarModule>) =>
    createAccessEngine({ cedar: createCedarHost({ load: () => ({ ...loadCedarModule(), ...change }), maxSets: 1 }) });

  it('refuses everything when it stops, cannot load, or fails', () => {
    const stop = () => {
      throw new Error('unreachable');
    };
    expect(mayRead(broken({}))).toBe(true);
    expect(mayRead(broken({ statefulIsAuthorized: stop }))).toBe(false);
    expect(mayRead(broken({ preparsePolicySet: stop }))).toBe(false);
    expect(mayRead(broken({ statefulIsAuthorized: () => ({ type: 'failure', errors: [], warnings: [] }) }))).toBe(
      false,
    );
    expect(mayRead(createAccessEngine({ cedar: createCedarHost({ load: stop }) }))).toBe(false);
    expect(mayRead(createAccessEngine({ policies: 'permit (' }))).toBe(false);
  });

  it('refuses when any policy errs, although another one permits', () => {
    const policies = `${accessPolicies}\nforbid (principal, action, resource) when { 9223372036854775807 + 1 > 0 };`;
    expect(mayRead(createAccessEngine({ policies }))).toBe(false);
  });

  it('is asked once for all agents with the same relation to the caller', () => {
    let questions = 0;
    const isAllowedBy = createAuthorization(() => {
      questions += 1;
      return 'allow';
    });
    const viewer: Asker = {
      user: 'usr_1',
      kind: 'person',
      role: 'viewer',
      organisation: 'a',
      scopes: 'all',
      isDeployment: false,
    };
    for (let number = 0; number < 100; number += 1) {
      isAllowedBy(viewer, 'agents.act', {
        id: `bot-${number}`,
        orgId: 'a',
        owners: ['usr_1', `usr_x${number}`],
        editors: [],
      });
    }
    expect(questions).toBe(1);
    isAllowedBy(viewer, 'agents.act', { id: 'bot', orgId: 'a', owners: ['usr_2'], editors: [] });
    expect(questions).toBe(2);
  });

  it('is asked again the next time: a stop is not cached', () => {
    const answers = ['failed', 'allow', 'deny'] as const;
    let asked = 0;
    const isIn = createAuthorization(() => answers[asked++] ?? 'deny');
    const ask = () => isIn(admin, 'policies.read', { orgId: 'a' });
    expect([ask(), ask(), ask(), asked]).toEqual([false, true, true, 2]);
  });
});
