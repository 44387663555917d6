import { describe, expect, it } from 'vitest';
import { anEngine, anEntry, anItem, aRequest, claimsOf, harmless, textChain } from './chain.fixture.ts';
import type { AuditorOutcome } from './decision.ts';

const permit = '@id("open") permit (principal, action, resource);';
const warnOn = (id: string, claim: string, annotations = '') => `@id("${id}") @response("warn") ${annotations}
forbid (principal, action, resource) when { context.claims has ${claim} && context.claims.${claim} == true };`;
const policy = `${permit}\n${warnOn('pii', 'pii_found')}`;

/** A request in which one auditor has another status, and no claims. */
function without(item: string, status: AuditorOutcome['status'] | undefined) {
  const chain = textChain.filter((vocabulary) => vocabulary.item !== item);
  const rest = chain.map((vocabulary) => ({ item: vocabulary.item, status: 'ok' as const }));
  return aRequest({
    claims: claimsOf(harmless, chain),
    auditors: status === undefined ? rest : [...rest, { item, status }],
  });
}

describe('a due but missing claim denies, although Cedar alone would skip the policy and allow', () => {
  it.each(['failed', 'late', 'skipped'] as const)('when its auditor is %s', (status) => {
    expect(anEngine(policy).decide(without('pii', status))).toMatchObject({
      decision: 'deny',
      reasons: ['missing:pii_found:pii'],
      errors: [],
      messages: [`claim pii_found is due and missing: auditor pii is ${status}`],
    });
  });

  it('when its auditor was not called at all', () => {
    expect(anEngine(policy).decide(without('pii', undefined)).reasons).toEqual(['missing:pii_found:pii']);
  });

  it('when its auditor succeeded and left it out', () => {
    expect(anEngine(policy).decide(aRequest({ values: { pii_found: undefined } })).reasons).toEqual([
      'missing:pii_found:pii',
    ]);
  });

  it('beside a block that applies', () => {
    const text = `${policy}\n@id("stop") forbid (principal, action, resource);`;
    expect(anEngine(text).decide(without('pii', 'late')).reasons).toEqual(['missing:pii_found:pii', 'stop']);
  });

  it("also when the engine's answer is cached", () => {
    const engine = anEngine(policy, { cacheSize: 10 });
    expect(engine.decide(without('pii', 'failed')).decision).toBe('deny');
    expect(engine.decide(without('pii', 'failed'))).toMatchObject({ decision: 'deny', cached: true });
  });
});

describe('a claim is not due', () => {
  it('when no policy reads it', () => {
    expect(anEngine(policy).decide(without('toxicity', 'failed')).decision).toBe('allow');
  });

  it('when its auditor is not called in this phase', () => {
    const chain = [...textChain, anItem('late', [anEntry('answer_ok', 'boolean')], ['response'])];
    const engine = anEngine(`${permit}\n${warnOn('answer', 'answer_ok')}`, { chain });
    expect(engine.decide(aRequest()).decision).toBe('allow');
    expect(engine.decide(aRequest({ phase: 'response' })).reasons).toEqual(['missing:answer_ok:late']);
  });

  it('when the vocabulary lets a successful auditor omit it, but not a failing one', () => {
    const text = `${permit}\n@id("l") forbid (principal, action, resource)
when { context.claims has language_detected && context.claims.language_detected == "xx" };`;
    expect(anEngine(text).decide(aRequest({ values: { language_detected: undefined } })).decision).toBe('allow');
    expect(anEngine(text).decide(without('toxicity', 'failed')).reasons).toEqual([
      'missing:language_detected:toxicity',
    ]);
  });
});

describe('@on_missing("ignore")', () => {
  const ignoring = warnOn('optional', 'pii_found', '@on_missing("ignore")');

  it('lets the policy be skipped, and reports it', () => {
    expect(anEngine(`${permit}\n${ignoring}`).decide(without('pii', 'failed'))).toMatchObject({
      decision: 'allow',
      reasons: ['open'],
      ignoredMissing: ['optional'],
    });
    expect(anEngine(`${permit}\n${ignoring}`).decide(aRequest()).ignoredMissing).toEqual([]);
  });

  it('does not apply to another policy that reads the same claim', () => {
    expect(anEngine(`${policy}\n${ignoring}`).decide(without('pii', 'failed'))).toMatchObject({
      decision: 'deny',
      reasons: ['missing:pii_found:pii'],
      ignoredMissing: ['optional'],
    });
  });
});

it('a set that reads the claims as a whole needs every one of them', () => {
  const text = `${permit}\n@id("w") @response("warn") forbid (principal, action, resource) when { context.claims == context.claims };`;
  expect(anEngine(text).decide(aRequest()).decision).toBe('allow');
  expect(anEngine(text).decide(without('secrets', 'late')).reasons).toEqual(['missing:secret_leaked:secrets']);
});
