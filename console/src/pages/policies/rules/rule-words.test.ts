import { describe, expect, it } from 'vitest';
import { checkRule } from './check-rule.ts';
import { firstTest, type Rule, testKindOf } from './rule.ts';
import { sentenceOf } from './rule-sentence.ts';
import { pathOfSetting, settingsFor } from './setting-path.ts';

const rule: Rule = {
  id: 'injection',
  response: 'block',
  reason: '',
  quorum: undefined,
  risk: undefined,
  ignoreMissing: false,
  action: undefined,
  phase: 'request',
  agent: 'clerk',
  model: undefined,
  claim: 'injection_risk',
  test: { kind: 'decimal', comparison: '>=', than: { value: 0.8 } },
};

describe('the sentence of a rule', () => {
  it('names what happens, where and when', () => {
    expect(sentenceOf(rule)).toBe('Blocks a request of the agent clerk if injection_risk is at least 0.8');
    const than = { setting: ['injection', 'injection_risk', 'threshold'] };
    expect(sentenceOf({ ...rule, agent: undefined, test: { kind: 'decimal', comparison: '>', than } })).toBe(
      'Blocks a request if injection_risk is above the setting injection.injection_risk.threshold',
    );
  });
});

describe('the check of a form', () => {
  it('accepts a whole rule', () => {
    expect(checkRule(rule, ['other'])).toEqual({});
  });

  it('names each field that is missing or taken', () => {
    const broken: Rule = { ...rule, claim: '', test: { kind: 'decimal', comparison: '>=', than: { value: 0.12345 } } };
    expect(Object.keys(checkRule(broken, ['injection']))).toEqual(['id', 'claim', 'value']);
    expect(
      checkRule({ ...rule, test: { kind: 'long', comparison: '>', than: { value: Number.NaN } } }, []),
    ).toHaveProperty('value');
  });
});

describe('the settings of a test', () => {
  const setting = (name: string, type: string, optional = false) => ({
    name,
    auditor_id: 'model-security',
    cedar_type: type,
    default: 1,
    read: '',
    optional,
  });

  it('have their type and are always set', () => {
    const all = [setting('a', 'decimal'), setting('b', 'Long'), setting('c', 'decimal', true)];
    expect(settingsFor(all, 'decimal').map(({ name }) => name)).toEqual(['a']);
    expect(settingsFor(all, 'boolean')).toEqual([]);
  });

  it('keep dots that belong to a part of their name', () => {
    const path = pathOfSetting({ name: 'a.b.claim.key', auditor_id: 'a.b', claim: 'claim' });
    expect(path).toEqual(['a.b', 'claim', 'key']);
    expect(pathOfSetting({ name: 'toxicity.model', auditor_id: 'toxicity' })).toEqual(['toxicity', 'model']);
  });
});

describe('the test that a claim begins with', () => {
  it.each([
    ['decimal', 'decimal'],
    ['Long', 'long'],
    ['Boolean', 'boolean'],
    ['String', 'string'],
    ['Set<String>', 'contains'],
  ])('fits the type %s', (type, kind) => {
    const found = testKindOf(type);
    expect(found && firstTest(found).kind).toBe(kind);
  });

  it('is absent for records', () => {
    expect(testKindOf('{ spans: … }')).toBeUndefined();
  });
});
