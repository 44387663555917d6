import type { PolicyCompletions, PolicyProblem } from '@assay/client';
import { describe, expect, it } from 'vitest';
import { completeCedar } from './complete-cedar.ts';
import { describeName } from './describe-name.ts';
import { applyFix, fixOf, placeOf } from './problem-places.ts';

const completions: PolicyCompletions = {
  scope: { level: 'org', id: 'default' },
  schema_hash: 'sha256:0',
  claims: [
    {
      name: 'injection_risk',
      type: 'score_normalized',
      cedar_type: 'decimal',
      description: 'How likely an injection is',
      auditor_id: 'injection',
      auditor: 'injection',
      phases: ['request'],
      read: 'context.claims has injection_risk && …',
      may_be_absent: false,
      members: [],
      settings: [],
    },
  ],
  settings: [
    {
      name: 'injection.injection_risk.threshold',
      auditor_id: 'injection',
      claim: 'injection_risk',
      cedar_type: 'decimal',
      default: 0.8,
      read: '',
      optional: false,
    },
  ],
  context: [{ name: 'context.phase', type: 'String', optional: false, description: 'the phase' }],
  entities: [{ name: 'Assay::Agent', parents: [], attributes: [{ name: 'pii_authorized', type: 'Boolean' }] }],
  actions: [{ name: 'Assay::Action::"invoke"', principals: [], resources: [], phases: ['request'] }],
  annotations: [{ name: 'response', on: ['forbid'], description: 'what is done', values: ['block', 'warn'] }],
  snippets: [{ label: 'permit everything', description: '', text: 'permit (principal, action, resource);' }],
};
const names = { completions, agents: ['clerk'] };
const labelsAt = (before: string) => completeCedar(before, names)?.choices.map(({ label }) => label);

describe('the completion', () => {
  it.each([
    ['when { context.claims.inj', ['injection_risk']],
    ['when { context.claims has ', ['injection_risk']],
    ['context.settings.injection.inj', ['injection.injection_risk.threshold']],
    ['context.', ['claims', 'settings', 'phase']],
    ['@re', ['response']],
    ['@response("', ['block', 'warn']],
    ['action == Assay::Action::"', ['invoke']],
    ['principal == Assay::Agent::"cl', ['clerk']],
    ['principal is Assay::', ['Agent', 'Action']],
    ['principal.', ['pii_authorized']],
    ['context.phase == "', ['request', 'response', 'execution', 'artifact']],
  ])('offers after %s what may stand there', (before, expected) => {
    expect(labelsAt(before)).toEqual(expected);
  });

  it('offers the comparisons that the type of a claim has', () => {
    expect(labelsAt('context.claims.injection_risk.')).toContain('greaterThanOrEqual');
  });

  it('offers nothing in comments and in strings of its own words', () => {
    expect(completeCedar('// context.', names)).toBeUndefined();
    expect(completeCedar('@reason("context.', names)?.choices ?? []).toEqual([]);
    expect(completeCedar('context.model_id == "per', names)).toBeUndefined();
  });

  it('replaces what has been typed of the name only', () => {
    expect(completeCedar('context.settings.injection.in', names)?.typed).toBe('injection.in');
    expect(completeCedar('for', names)?.typed).toBe('for');
  });
});

describe('the description of a name', () => {
  it.each([
    ['context.claims.injection_risk.greaterThan', 20, 'injection_risk: decimal'],
    ['context.claims has injection_risk && x', 22, 'injection_risk: decimal'],
    ['context.settings.injection.injection_risk.threshold', 30, 'injection.injection_risk.threshold: decimal'],
    ['@response("block")', 2, '@response'],
    ['principal is Assay::Agent', 20, 'Assay::Agent'],
    ['action == Assay::Action::"invoke"', 20, 'Assay::Action::"invoke"'],
  ])('is found for %s', (line, at, title) => {
    expect(describeName(line, at, completions)?.title).toBe(title);
  });

  it('is absent for a name that nobody declares', () => {
    expect(describeName('context.claims.other', 17, completions)).toBeUndefined();
  });
});

describe('a problem', () => {
  const text =
    '@id("a")\nforbid (principal, action, resource)\nwhen { context.claims has injction && context.claims.injction };';
  const problem = (change: Partial<PolicyProblem>): PolicyProblem => ({
    severity: 'error',
    code: 'schema',
    message: 'no auditor declares the claim `injction`',
    line: 3,
    column: 27,
    ...change,
  });

  it('is underlined at its word, and inside of the text also where the text is shorter by now', () => {
    const { from, to } = placeOf(text, { line: 3, column: 27 });
    expect(text.slice(from, to)).toBe('injction');
    expect(placeOf('a', { line: 9, column: 9 })).toEqual({ from: 1, to: 1 });
  });

  it('is mended in the guard and in the comparison by the name that the answer suggests', () => {
    const fix = fixOf(text, problem({ suggestion: 'did you mean `injection`?' }));
    expect(fix && applyFix(text, fix)).toContain('context.claims has injection && context.claims.injection }');
  });

  it('is mended by the guard that the answer suggests', () => {
    const unguarded = 'forbid (principal, action, resource) when { context.claims.a };';
    const suggestion = "try testing for the attribute's presence with `context.claims has a && ..`";
    const fix = fixOf(unguarded, problem({ line: 1, column: 45, suggestion }));
    expect(fix && applyFix(unguarded, fix)).toContain('{ context.claims has a && context.claims.a }');
  });

  it('has no fix where the suggestion is a sentence only', () => {
    expect(fixOf(text, problem({ suggestion: 'expected `)`' }))).toBeUndefined();
  });
});
