/** Tests the cascade of rules on tools against a naive implementation, rule by rule. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ToolMode, toolModes } from '../../../contract/api/scoped-tools/states.ts';
import { findConflict, indexRules } from './cascade.ts';
import { requiresApp, verdictOfAny } from './effective.ts';
import type { ToolName } from './ports.ts';
import type { ToolRule } from './rule-level.ts';

const parts = ['a', 'b', '*'] as const;
/** No rule names `z`. */
const real = ['a', 'b', 'z'] as const;
const aTool = (of: readonly string[]) =>
  fc.record({ appId: fc.constantFrom(...of), server: fc.constantFrom(...of), name: fc.constantFrom(...of) });
const aRule = fc.record({
  level: fc.constantFrom('org' as const, 'workspace' as const),
  tool: aTool(parts),
  mode: fc.constantFrom(...toolModes),
  allowOverride: fc.boolean(),
});
const placeOf = (level: string, { appId, server, name }: ToolName) => [level, appId, server, name].join(' ');
const someRules = fc
  .uniqueArray(aRule, { maxLength: 14, selector: ({ level, tool }) => placeOf(level, tool) })
  .map((list) =>
    list.map((rule, index): ToolRule => ({ ...rule, id: `stl_${index}`, scopeId: rule.level, reason: null })),
  );
const everyTool: ToolName[] = real.flatMap((appId) =>
  real.flatMap((server) => real.map((name) => ({ appId, server, name }))),
);

/** "At one level the specific name beats `*`", by looking at every rule. */
function spokenAt(rules: readonly ToolRule[], level: ToolRule['level'], tool: ToolName): ToolRule | undefined {
  let best: ToolRule | undefined;
  for (const rule of rules) {
    if (rule.level !== level) continue;
    const members = ['name', 'server', 'appId'] as const;
    if (members.some((member) => rule.tool[member] !== '*' && rule.tool[member] !== tool[member])) continue;
    const rank = (one: ToolRule) => members.map((member) => (one.tool[member] === '*' ? '0' : '1')).join('');
    if (best === undefined || rank(rule) > rank(best)) best = rule;
  }
  return best;
}

function naive(rules: readonly ToolRule[], tool: ToolName): ToolMode {
  const [org, workspace] = [spokenAt(rules, 'org', tool), spokenAt(rules, 'workspace', tool)];
  // 4: absent everywhere is not available.
  if (org === undefined && workspace === undefined) return 'blocked';
  // 2: what the organisation requires cannot be blocked below.
  if (org?.mode === 'required') return 'required';
  // 1: blocked anywhere wins.
  if (org?.mode === 'blocked' || workspace?.mode === 'blocked') return 'blocked';
  // 3: a workspace may restrict further; it may only block if the organisation says so.
  if (workspace?.mode === 'required' && org?.allowOverride !== false) return 'required';
  return 'available';
}

describe('the cascade', () => {
  it('agrees with the model, for any rules and any tool', () => {
    fc.assert(
      fc.property(someRules, aTool(real), (rules, tool) => {
        const verdict = indexRules(rules).verdictOf(tool);
        expect(verdict.mode).toBe(naive(rules, tool));
        const decider = rules.find(({ id }) => id === verdict.decidedBy.ruleId);
        expect(verdict.decidedBy.level).toBe(decider?.level ?? 'default');
        if (decider !== undefined) expect(verdict.mode).toBe(decider.mode);
        for (const { mode } of verdict.overridden) expect(mode).not.toBe(verdict.mode);
      }),
      { numRuns: 1_000 },
    );
  });

  it('a block of the organisation overrides everything below', () => {
    fc.assert(
      fc.property(someRules, aTool(real), (rules, tool) => {
        const block: ToolRule = {
          id: 'stl_block',
          level: 'org',
          scopeId: 'org',
          tool,
          mode: 'blocked',
          allowOverride: true,
          reason: null,
        };
        const others = rules.filter((rule) => placeOf(rule.level, rule.tool) !== placeOf('org', tool));
        expect(indexRules([...others, block]).verdictOf(tool).mode).toBe('blocked');
      }),
    );
  });

  it('no rule of a workspace makes a tool callable that the organisation blocks, or blocks one that it requires', () => {
    fc.assert(
      fc.property(someRules, aTool(real), (rules, tool) => {
        const above = indexRules(rules.filter(({ level }) => level === 'org')).verdictOf(tool);
        if (above.decidedBy.level === 'default' || above.mode === 'available') return;
        expect(indexRules(rules).verdictOf(tool).mode).toBe(above.mode);
      }),
    );
  });

  it('names the overridden rules', () => {
    const rule = (id: string, level: ToolRule['level'], name: string, mode: ToolMode): ToolRule => ({
      id,
      level,
      scopeId: level,
      mode,
      allowOverride: true,
      reason: `because ${id}`,
      tool: { appId: 'crm', server: '*', name },
    });
    const rules = [
      ...[rule('1', 'org', '*', 'available'), rule('2', 'org', 'delete', 'required')],
      ...[rule('3', 'workspace', '*', 'blocked'), rule('4', 'workspace', 'read', 'available')],
    ];
    const index = indexRules(rules);
    expect(index.verdictOf({ appId: 'crm', server: 's', name: 'delete' })).toEqual({
      mode: 'required',
      decidedBy: { level: 'org', id: 'org', ruleId: '2' },
      reason: 'because 2',
      overridden: [
        { level: 'org', id: 'org', ruleId: '1', mode: 'available' },
        { level: 'workspace', id: 'workspace', ruleId: '3', mode: 'blocked' },
      ],
    });
    expect(index.verdictOf({ appId: 'crm', server: 's', name: 'read' }).mode).toBe('available');
    expect(index.verdictOf({ appId: 'crm', server: 's', name: 'other' }).mode).toBe('blocked');
    expect(index.verdictOf({ appId: 'else', server: 's', name: 'read' }).decidedBy).toEqual({
      level: 'default',
      id: null,
      ruleId: null,
    });
  });
});

describe('a forbidden rule of a workspace', () => {
  it('is exactly one that blocks something required, or does more than block when nothing else is allowed', () => {
    fc.assert(
      fc.property(someRules, aRule, (rules, wanted) => {
        const candidate: ToolRule = { ...wanted, id: 'stl_new', level: 'workspace', scopeId: 'w', reason: null };
        const place = placeOf('workspace', candidate.tool);
        const others = rules.filter((rule) => placeOf(rule.level, rule.tool) !== place);
        const org = others.filter(({ level }) => level === 'org');
        const workspace = others.filter(({ level }) => level === 'workspace');
        const isForbidden = everyTool.some((tool) => {
          const above = spokenAt(org, 'org', tool);
          if (above === undefined || spokenAt([...workspace, candidate], 'workspace', tool) !== candidate) return false;
          return candidate.mode === 'blocked' ? above.mode === 'required' : !above.allowOverride;
        });
        expect(findConflict(candidate, org, workspace) !== undefined).toBe(isForbidden);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('an app as a whole', () => {
  it('is available when one of its tools may be', () => {
    fc.assert(
      fc.property(someRules, fc.constantFrom(...real), (rules, appId) => {
        const any = verdictOfAny(indexRules(rules), { appId, server: '*', name: '*' });
        const some = everyTool.filter((tool) => tool.appId === appId).some((tool) => naive(rules, tool) !== 'blocked');
        expect(any.mode !== 'blocked').toBe(some);
      }),
      { numRuns: 500 },
    );
  });

  it('is required when an effective rule requires one of its tools', () => {
    fc.assert(
      fc.property(someRules, fc.constantFrom('a', 'b'), (rules, appId) => {
        const isRequired = everyTool.some((tool) => {
          if (tool.appId !== appId || naive(rules, tool) !== 'required') return false;
          const org = spokenAt(rules, 'org', tool);
          const decider = org?.mode === 'required' ? org : spokenAt(rules, 'workspace', tool);
          return decider?.tool.appId === appId;
        });
        expect(requiresApp(indexRules(rules), appId)).toBe(isRequired);
      }),
      { numRuns: 500 },
    );
  });
});
