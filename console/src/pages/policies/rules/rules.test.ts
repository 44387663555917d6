import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCedarHost } from '../../../../../src/policy/cedar-host.ts';
import { splitPolicies } from '../../../../../src/policy/policy-text.ts';
import { readRule } from './read-rule.ts';
import { actions, phases, type Rule, type RuleTest, responses, risks } from './rule.ts';
import { dropRule, listRules, putRule } from './rule-list.ts';
import { writeRule } from './write-rule.ts';

const cedar = createCedarHost();
const name = fc.oneof(
  fc.constantFrom('injection_risk', 'has', 'pii.types', 'model-security'),
  fc.string({ minLength: 1 }),
);
const anyText = fc.oneof(fc.string(), fc.string({ unit: 'binary' }));
const setting = fc.record({ setting: fc.array(name, { minLength: 1, maxLength: 3 }) });
const places = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map((value) => ({ value: value / 10_000 }));
const whole = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((value) => ({ value }));
const order = fc.constantFrom('>=', '>', '<=', '<');
const equal = fc.constantFrom('==', '!=');
const test: fc.Arbitrary<RuleTest> = fc.oneof(
  fc.record({ kind: fc.constant('decimal'), comparison: order, than: fc.oneof(places, setting) }),
  fc.record({ kind: fc.constant('long'), comparison: order, than: fc.oneof(whole, setting) }),
  fc.record({ kind: fc.constant('long'), comparison: equal, than: whole }),
  fc.record({ kind: fc.constant('boolean'), is: fc.boolean() }),
  fc.record({ kind: fc.constant('string'), comparison: equal, than: fc.oneof(fc.record({ value: anyText }), setting) }),
  fc.record({ kind: fc.constant('contains'), value: anyText }),
  fc.record({ kind: fc.constant('filled') }),
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const rule: fc.Arbitrary<Rule> = fc.record({
  id: fc.string({ minLength: 1 }),
  response: fc.constantFrom(...responses),
  reason: anyText,
  quorum: maybe(fc.integer({ min: 1, max: 10 })),
  risk: maybe(fc.constantFrom(...risks)),
  ignoreMissing: fc.boolean(),
  action: maybe(fc.constantFrom(...actions)),
  phase: maybe(fc.constantFrom(...phases)),
  agent: maybe(fc.string({ minLength: 1 })),
  model: maybe(anyText),
  claim: name,
  test,
});

describe('a rule of the form', () => {
  it('comes back from its Cedar unchanged', () => {
    fc.assert(
      fc.property(rule, (one) => {
        expect(readRule(writeRule(one))).toEqual({ rule: one });
      }),
    );
  });

  it('is Cedar that Cedar itself parses as one policy', () => {
    fc.assert(
      fc.property(rule, (one) => {
        expect(splitPolicies(cedar, writeRule(one))).toHaveLength(1);
      }),
      { numRuns: 60 },
    );
  });

  it('reads the same where the text has other spaces and another order of conditions', () => {
    const text =
      '@reason("no") @id("a") forbid(principal,action==Assay::Action::"invoke",resource) when { context.claims has pii_found && context.claims.pii_found && context.phase == "request" };';
    expect(readRule(text)).toMatchObject({
      rule: { id: 'a', response: 'block', reason: 'no', action: 'invoke', phase: 'request', claim: 'pii_found' },
    });
  });
});

describe('a rule that the form has no field for', () => {
  const forbid = (condition: string) => `@id("a") forbid (principal, action, resource) when { ${condition} };`;

  it.each([
    ['permit', '@id("a") permit (principal, action, resource);'],
    ['unless', '@id("a") forbid (principal, action, resource) unless { context.uninspected.isEmpty() };'],
    ['annotation', '@detection("{}") @id("a") forbid (principal, action, resource) when { true };'],
    ['annotation', 'forbid (principal, action, resource) when { true };'],
    ['scope', '@id("a") forbid (principal is Assay::User, action, resource) when { true };'],
    ['comment', '@id("a") // why\nforbid (principal, action, resource) when { true };'],
    ['condition', forbid('context.features.contains("mcp")')],
    ['condition', forbid('context.claims has a && (context.claims.a || true)')],
    ['condition', forbid('context.claims has a && context.claims.a || true')],
    ['claim', forbid('context.claims has a && context.claims.b')],
    ['claim', forbid('context.claims has a')],
    ['condition', '@id("a") forbid (principal, action, resource);'],
    ['syntax', '@id("a") forbid (principal, action, resource) when { true }'],
  ])('is left to the editor and says %s', (why, text) => {
    expect(readRule(text)).toMatchObject({ why });
  });
});

describe('the rules of a text', () => {
  const text =
    '// first\n@id("a") permit (principal, action, resource);\n\n// second\n@id("b") permit (principal, action, resource);\n';
  const added: Rule = {
    id: 'c; "quoted"',
    response: 'warn',
    reason: '',
    quorum: undefined,
    risk: undefined,
    ignoreMissing: false,
    action: undefined,
    phase: undefined,
    agent: undefined,
    model: undefined,
    claim: 'pii_found',
    test: { kind: 'boolean', is: true },
  };

  it('are told apart with their lines, without the comments above them', () => {
    expect(listRules(text).map(({ line, text: own }) => [line, own.slice(0, 8)])).toEqual([
      [2, '@id("a")'],
      [5, '@id("b")'],
    ]);
  });

  it('change one by one and leave the rest of the text as it is', () => {
    const changed = putRule(text, 1, added);
    expect(changed.startsWith(text.slice(0, text.indexOf('@id("b")')))).toBe(true);
    expect(listRules(changed)[1]?.read).toEqual({ rule: added });
    expect(listRules(putRule(text, 2, added))).toHaveLength(3);
    expect(listRules(dropRule(changed, 1))).toHaveLength(1);
  });
});
