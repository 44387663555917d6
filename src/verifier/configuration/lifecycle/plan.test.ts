import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { enforcementActions, ruleTypes } from '../../../contract/api/lifecycle/states.ts';
import { type LifecycleAgent, type OpenIssue, type PlanInput, planFor } from './plan.ts';
import { completeRule, type DecidingPolicy, defaultPolicy } from './rules.ts';
import { dayMs } from './staleness.ts';

const start = Date.UTC(2026, 0, 1);
const at = (days: number) => start + days * dayMs;
const allRules: DecidingPolicy = {
  id: 'lcp_1',
  rules: ruleTypes.map((type) => completeRule({ type })),
  enforcement: { action: 'suspend_then_decommission', grace_days: 30 },
};
const anAgent: LifecycleAgent = {
  id: 'clerk',
  workspace_id: 'default',
  labels: {},
  status: 'active',
  owner_count: 1,
  created_at: start,
  status_changed_at: null,
  last_activity_at: null,
  last_token_at: null,
  heartbeat_at: null,
  attestation_due_at: null,
};
const anIssue: OpenIssue = { rule: 'inactivity', since: start, warned_at: at(30), enforced_at: null };
const aCase = ({ agent, ...change }: Partial<Omit<PlanInput, 'agent'>> & { agent?: Partial<LifecycleAgent> }) => ({
  agent: { ...anAgent, ...agent },
  activity: { lastEvidenceAt: null },
  policy: allRules,
  issues: [],
  now: at(100),
  telemetry: { lastEvidenceAt: null, lastGatewayAt: change.now ?? at(100) },
  ...change,
});
const kinds = (input: PlanInput) => planFor(input).changes.map(({ kind, rule }) => `${kind} ${rule}`);

describe('inactivity', () => {
  it('is warned of at 30 days, with the day of the suspension', () => {
    expect(kinds(aCase({ now: at(30) - 1 }))).toEqual([]);
    expect(planFor(aCase({ now: at(30) })).changes).toMatchObject([
      { kind: 'warn', rule: 'inactivity', since: start, dueAt: at(90) },
    ]);
  });

  it('suspends a warned agent at 90 days', () => {
    expect(kinds(aCase({ issues: [anIssue], now: at(90) - 1 }))).toEqual([]);
    expect(kinds(aCase({ issues: [anIssue], now: at(90) }))).toEqual(['suspend inactivity']);
  });

  it('gives 14 days from the warning to an agent inactive since before the policy', () => {
    expect(planFor(aCase({ now: at(200) })).changes).toMatchObject([{ kind: 'warn', dueAt: at(214) }]);
    const warned = { ...anIssue, warned_at: at(200) };
    expect(kinds(aCase({ issues: [warned], now: at(214) - 1 }))).toEqual([]);
    expect(kinds(aCase({ issues: [warned], now: at(214) }))).toEqual(['suspend inactivity']);
  });

  it('ends with the next activity', () => {
    expect(kinds(aCase({ agent: { heartbeat_at: at(95) }, issues: [anIssue] }))).toEqual(['resolve inactivity']);
  });

  it('is neither enforced nor cleared without telemetry, at any step', () => {
    const telemetry = { lastEvidenceAt: at(60), lastGatewayAt: null };
    const unknown = { rule: 'inactivity', reason: 'telemetry_missing' };
    const plan = planFor(aCase({ issues: [anIssue], telemetry }));
    expect([plan.changes, plan.unknown]).toEqual([[], expect.arrayContaining([unknown])]);
    const suspended = { agent: { status: 'suspended' }, issues: [{ ...anIssue, enforced_at: at(90) }], now: at(130) };
    expect(kinds(aCase(suspended))).toEqual(['decommission inactivity']);
    expect(planFor(aCase({ ...suspended, telemetry }))).toEqual({ changes: [], unknown: [unknown] });
  });

  it('restarts after a reactivation', () => {
    const issues = [{ ...anIssue, enforced_at: at(90) }];
    expect(kinds(aCase({ agent: { status_changed_at: at(99) }, issues }))).toEqual(['resolve inactivity']);
  });
});

describe('other rules', () => {
  it('an active agent without an owner is warned of at once, and suspended after the grace', () => {
    const agent = { owner_count: 0, heartbeat_at: at(100) };
    expect(planFor(aCase({ agent })).changes).toMatchObject([{ kind: 'warn', rule: 'missing_owner', dueAt: at(114) }]);
    const issues = [{ ...anIssue, rule: 'missing_owner' as const, warned_at: at(86) }];
    expect(kinds(aCase({ agent, issues }))).toEqual(['suspend missing_owner']);
  });

  it('an inactive orphaned agent is decommissioned after both graces', () => {
    const agent = { status: 'orphaned', owner_count: 0, status_changed_at: at(50) };
    expect(kinds(aCase({ agent }))).toEqual(['warn missing_owner']);
    const issues = [{ ...anIssue, rule: 'missing_owner' as const, warned_at: at(56) }];
    expect(kinds(aCase({ agent, issues, now: at(100) - 1 }))).toEqual([]);
    expect(kinds(aCase({ agent, issues }))).toEqual(['decommission missing_owner']);
  });

  it('an overdue attestation is warned of, and one without a due date is not', () => {
    const agent = { heartbeat_at: at(100), attestation_due_at: at(100) };
    expect(kinds(aCase({ agent }))).toEqual(['warn attestation_overdue']);
    expect(kinds(aCase({ agent: { ...agent, attestation_due_at: null } }))).toEqual([]);
  });

  it('unused permissions are unknown while their use is not recorded, and change nothing', () => {
    const issues = [{ ...anIssue, rule: 'unused_permissions' as const, warned_at: start }];
    expect(planFor(aCase({ agent: { heartbeat_at: at(100) }, issues }))).toEqual({
      changes: [],
      unknown: [{ rule: 'unused_permissions', reason: 'no_data' }],
    });
  });

  it('one suspension suffices and closes other open problems', () => {
    const issues = [anIssue, { ...anIssue, rule: 'attestation_overdue' as const }];
    expect(kinds(aCase({ agent: { attestation_due_at: at(1) }, issues }))).toEqual([
      'resolve attestation_overdue',
      'suspend inactivity',
    ]);
  });

  it('a suspension by a person is theirs to end', () => {
    expect(kinds(aCase({ agent: { status: 'suspended' }, now: at(900) }))).toEqual([]);
    expect(kinds(aCase({ agent: { status: 'suspended' }, issues: [anIssue] }))).toEqual(['resolve inactivity']);
  });

  it.each(['staged', 'pending_approval', 'decommissioned'])('nothing is required of an agent that is %s', (status) => {
    expect(kinds(aCase({ agent: { status }, now: at(900) }))).toEqual([]);
  });
});

const time = fc.integer({ min: start, max: at(400) });
const maybe = fc.option(time, { nil: null });
const policies: fc.Arbitrary<DecidingPolicy> = fc.record({
  id: fc.constant('lcp_1'),
  rules: fc
    .uniqueArray(fc.constantFrom(...ruleTypes), { minLength: 1 })
    .chain((types) =>
      fc.tuple(
        ...types.map((type) =>
          fc
            .record({ enabled: fc.boolean(), threshold_days: fc.integer({ min: 1, max: 120 }), grace_days: fc.nat(40) })
            .map((rule) => completeRule({ type, ...rule })),
        ),
      ),
    ),
  enforcement: fc.record({
    action: fc.constantFrom(...enforcementActions),
    grace_days: fc.integer({ min: 1, max: 60 }),
  }),
});
const inputs: fc.Arbitrary<PlanInput> = fc.record({
  agent: fc.record({
    id: fc.constant('clerk'),
    workspace_id: fc.constant('default'),
    labels: fc.constant({}),
    created_at: time,
    status_changed_at: maybe,
    last_activity_at: maybe,
    last_token_at: maybe,
    heartbeat_at: maybe,
    status: fc.constantFrom('active', 'suspended', 'orphaned', 'staged', 'decommissioned'),
    owner_count: fc.nat({ max: 2 }),
    attestation_due_at: maybe,
  }),
  activity: fc.record({ lastEvidenceAt: maybe }),
  telemetry: fc.record({ lastEvidenceAt: maybe, lastGatewayAt: maybe }),
  policy: fc.oneof(policies, fc.constant(defaultPolicy)),
  issues: fc.uniqueArray(
    fc.record({ rule: fc.constantFrom(...ruleTypes), since: time, warned_at: time, enforced_at: maybe }),
    { selector: ({ rule }) => rule },
  ),
  now: time,
});

/** Carries out a plan, and gives the state that the store then has. */
function carryOut(input: PlanInput): PlanInput {
  let { agent, issues } = input;
  for (const { kind, rule, since } of planFor(input).changes) {
    const without = issues.filter((issue) => issue.rule !== rule);
    if (kind === 'warn') issues = [...issues, { rule, since, warned_at: input.now, enforced_at: null }];
    if (kind === 'resolve') issues = without;
    if (kind === 'suspend') {
      agent = { ...agent, status: 'suspended', status_changed_at: input.now };
      issues = issues.map((issue) => (issue.rule === rule ? { ...issue, enforced_at: input.now } : issue));
    }
    if (kind === 'decommission') {
      agent = { ...agent, status: 'decommissioned', status_changed_at: input.now };
      issues = [];
    }
  }
  return { ...input, agent, issues };
}

describe('every plan', () => {
  it('leaves nothing to do at the same time once carried out', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        expect(planFor(carryOut(input)).changes).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('opens no problem twice, and resolves none that is not open', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const open = new Set(input.issues.map(({ rule }) => rule));
        for (const { kind, rule } of planFor(input).changes) {
          if (kind === 'warn') expect(open.has(rule)).toBe(false);
          if (kind === 'resolve') expect(open.delete(rule)).toBe(true);
          if (kind === 'warn') open.add(rule);
          if (kind === 'suspend') expect(open.has(rule)).toBe(true);
        }
      }),
    );
  });

  it('of a reporting policy, or of none, stops no agent', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const policy = { ...input.policy, enforcement: { action: 'notify' as const } };
        expect(kinds({ ...input, policy }).filter((kind) => /^(?:suspend|decommission)/.test(kind))).toEqual([]);
      }),
    );
  });

  it('stops no agent for inactivity without telemetry', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const telemetry = { lastEvidenceAt: null, lastGatewayAt: null };
        const stops = kinds({ ...input, telemetry });
        expect(stops).not.toContain('suspend inactivity');
        expect(stops).not.toContain('decommission inactivity');
      }),
    );
  });

  it('never suspends before the grace since the warning is over', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const suspended = planFor(input).changes.find(({ kind }) => kind === 'suspend');
        if (suspended === undefined) return;
        const rule = input.policy.rules.find(({ type }) => type === suspended.rule);
        const issue = input.issues.find((one) => one.rule === suspended.rule && one.enforced_at === null);
        const warnedAt = issue?.warned_at ?? input.now;
        expect(input.now - warnedAt).toBeGreaterThanOrEqual((rule?.grace_days ?? 0) * dayMs);
      }),
    );
  });
});
