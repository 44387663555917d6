import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completeRule, defaultPolicy, type PlacedPolicy, policyOf, staleDaysOf } from './rules.ts';

const agent = { id: 'clerk', workspace_id: 'support', labels: { team: 'a', tier: '1' } };
const aPolicy = (change: Partial<PlacedPolicy>): PlacedPolicy => ({
  id: 'lcp',
  priority: 1,
  scope: { level: 'org', id: 'default' },
  rules: [],
  enforcement: { action: 'notify' },
  ...change,
});

describe('the deciding policy', () => {
  it('is the one with the lowest priority that covers the agent, however narrow others are', () => {
    const wide = aPolicy({ id: 'wide', priority: 5 });
    const narrow = aPolicy({ id: 'narrow', priority: 9, scope: { level: 'agent', id: 'clerk' } });
    const foreign = aPolicy({ id: 'foreign', priority: 1, scope: { level: 'workspace', id: 'billing' } });
    expect(policyOf(agent, [narrow, foreign, wide]).id).toBe('wide');
  });

  it.each([
    [{ team: 'a' }, 'lcp'],
    [{ team: 'a', tier: '1' }, 'lcp'],
    [{ team: 'b' }, null],
    [{ team: 'a', region: 'eu' }, null],
    [{ constructor: 'a' }, null],
  ])('labels %j', (labels, id) => {
    expect(policyOf(agent, [aPolicy({ scope: { level: 'workspace', id: 'support', labels } })]).id).toBe(id);
  });

  it('defaults to no effect', () => {
    expect(policyOf(agent, [])).toBe(defaultPolicy);
    expect(defaultPolicy.enforcement.action).toBe('notify');
    expect(staleDaysOf(defaultPolicy)).toBe(30);
  });

  it('is independent of the listing order', () => {
    const priorities = fc.uniqueArray(fc.nat({ max: 50 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(priorities, (list) => {
        const policies = list.map((priority) => aPolicy({ id: `p${priority}`, priority }));
        expect(policyOf(agent, policies).id).toBe(`p${Math.min(...list)}`);
        expect(policyOf(agent, [...policies].reverse()).id).toBe(`p${Math.min(...list)}`);
      }),
    );
  });
});

describe("a rule's defaults", () => {
  it('warn of inactivity at 30 days and enforce at 90, with 14 days of grace', () => {
    const days = { threshold_days: 90, warn_days: 30, grace_days: 14 };
    expect(completeRule({ type: 'inactivity' })).toEqual({ type: 'inactivity', enabled: true, ...days });
  });
  it('never warn after the consequence', () => {
    expect(completeRule({ type: 'inactivity', threshold_days: 7 }).warn_days).toBe(7);
  });
  it('warn at once for other rules', () => {
    expect(completeRule({ type: 'missing_owner' })).toEqual({
      type: 'missing_owner',
      enabled: true,
      threshold_days: 0,
      grace_days: 14,
    });
  });
});
