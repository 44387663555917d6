import { describe, expect, it } from 'vitest';
import { createCedarHost } from './cedar-host.ts';
import { anEngine, anEntry, anItem, aPolicySet, aRequest, claimsOf, harmless, textChain } from './chain.fixture.ts';
import { PolicyError } from './policy-error.ts';
import { detectionInstances, neededOfItem } from './policy-set.ts';
import { createProducedClaims } from './produced-claims.ts';

const cedar = createCedarHost();
const permit = '@id("open") permit (principal, action, resource);';
const strict = (
  detection: string,
  condition?: string,
) => `@id("strict") @detection("${detection.replaceAll('"', '\\"')}")
forbid (principal, action, resource) when { ${condition ?? 'context.claims has injection_risk && context.claims.injection_risk.greaterThan(decimal("0.5"))'} };`;
const map = '{"injection_risk": {"threshold": 0.6}}';
const plain = `@id("plain") forbid (principal, action, resource)
when { context.claims has injection_risk && context.claims.injection_risk.greaterThan(decimal("0.9")) };`;

describe('a policy with a detection map', () => {
  it('reads its own instance in place of the claim, in every syntax of reading a claim', () => {
    const condition = [
      'context.claims has injection_risk',
      'context has claims.injection_risk',
      'context["claims"]["injection_risk"].greaterThan(decimal("0.5"))',
      'context.claims.injection_risk != decimal("0.7")',
      'context.claims has invisible_chars && !context.claims.invisible_chars',
      'context.model_id != "context.claims.injection_risk"',
    ].join(' && ');
    const set = aPolicySet(`${permit}\n${strict(map, condition)}`, textChain, cedar);
    const text = set.policies[1]?.text ?? '';
    expect(set.needed).toEqual(new Set(['strict.injection_risk', 'invisible_chars']));
    expect(text.match(/"strict\.injection_risk"/g)).toHaveLength(4);
    expect(text).toContain('context.model_id != "context.claims.injection_risk"');
  });

  it('has members of an object rewritten at the object', () => {
    const chain = [
      anItem('o', [
        anEntry('obj', 'object', {
          value_schema: { properties: { hits: { type: 'integer' } } },
          settings: [{ key: 'k', type: 'boolean', default: null }],
        }),
      ]),
    ];
    const condition =
      'context.claims has obj.hits && context.claims has obj && context.claims.obj has hits && context.claims.obj.hits > 1';
    const set = aPolicySet(`${permit}\n${strict('{"obj": {"k": null}}', condition)}`, chain, cedar);
    expect(set.needed).toEqual(new Set(['strict.obj']));
  });

  it('decides on the instance, while the other policies see the claim under its own name', () => {
    const values = { ...harmless, injection_risk: 0.1, 'strict.injection_risk': 0.95 };
    const engine = anEngine(`${permit}\n${strict(map)}\n${plain}`, { cedar });
    const own = {
      contextName: 'strict.injection_risk',
      type: 'score_normalized' as const,
      value: 0.95,
      auditor: 'injection',
    };
    expect(engine.decide(aRequest({ claims: [...claimsOf(values), own] }))).toMatchObject({
      decision: 'deny',
      reasons: ['strict'],
    });
    const calm = [...claimsOf({ ...values, injection_risk: 0.95 }), { ...own, value: 0.1 }];
    expect(engine.decide(aRequest({ claims: calm })).reasons).toEqual(['plain']);
  });

  it('is denied when the instance is missing', () => {
    const engine = anEngine(`${permit}\n${strict(map)}`, { cedar });
    expect(engine.decide(aRequest()).reasons).toEqual(['missing:strict.injection_risk:injection']);
  });

  it('changes the schema and so its hash', () => {
    const without = aPolicySet(`${permit}\n${plain}`, textChain, cedar);
    const set = aPolicySet(`${permit}\n${strict(map)}`, textChain, cedar);
    expect(set.schema.hash).not.toBe(without.schema.hash);
    expect(set.schema.claims.get('strict.injection_risk')?.entry.type).toBe('score_normalized');
  });
});

describe("the gateway's instances", () => {
  it('are one for each claim of a map, and claims of other policies keep their names', () => {
    const set = aPolicySet(`${permit}\n${strict(map)}\n${plain}`, textChain, cedar);
    expect(detectionInstances(set)).toEqual([
      {
        item: 'injection',
        instance_id: 'strict.injection_risk',
        produces: ['injection_risk'],
        settings: { threshold: 0.6 },
        base: false,
      },
      { item: 'injection', instance_id: 'injection_risk', produces: ['injection_risk'], settings: {}, base: true },
    ]);
    expect(neededOfItem(set, 'injection')).toEqual(['injection_risk', 'strict.injection_risk']);
    expect(detectionInstances(aPolicySet(`${permit}\n${plain}`, textChain, cedar))).toEqual([]);
  });

  it('answer under known names only, including siblings of the same method', () => {
    const produced = createProducedClaims(aPolicySet(`${permit}\n${strict(map)}`, textChain, cedar));
    const sibling = produced.ofAnswer('injection', 'strict.injection_risk.invisible_chars');
    expect(produced.ofAnswer('injection', 'strict.injection_risk')?.contextName).toBe('strict.injection_risk');
    expect(sibling).toEqual({
      contextName: 'injection#strict.injection_risk.invisible_chars',
      item: 'injection',
      type: 'boolean',
    });
    expect(produced.ofContext(sibling?.contextName ?? '')).toBe(sibling);
    expect(produced.ofAnswer('pii', 'strict.injection_risk')).toBeUndefined();
    expect(produced.ofAnswer('injection', 'strict.injection_risk.pii_found')).toBeUndefined();
  });

  it('of a later item with the same claim go to that item', () => {
    const second = anItem('second', [
      anEntry('injection_risk', 'score_normalized', { settings: [{ key: 'threshold', type: 'number', default: 1 }] }),
    ]);
    const condition =
      'context.claims has "second.injection_risk" && context.claims["second.injection_risk"].greaterThan(decimal("0.5"))';
    const set = aPolicySet(
      `${permit}\n${strict('{"second.injection_risk": {"threshold": 0.2}}', condition)}`,
      [...textChain, second],
      cedar,
    );
    expect(detectionInstances(set)).toMatchObject([
      { item: 'second', instance_id: 'strict.second.injection_risk', produces: ['injection_risk'] },
    ]);
  });
});

describe('a detection map is refused', () => {
  const problemOf = (text: string): string => {
    try {
      aPolicySet(`${permit}\n${text}`, textChain, cedar);
    } catch (error) {
      if (error instanceof PolicyError) return error.message;
      throw error;
    }
    return 'accepted';
  };

  it.each([
    ['{"injection_rsk": {"threshold": 0.6}}', 'did you mean `injection_risk`?'],
    ['{"injection_risk": {"treshold": 0.6}}', 'did you mean `threshold`?'],
    ['{"injection_risk": {"threshold": "0.6"}}', 'must be a number'],
    ['{"injection_risk": {"threshold": null}}', 'must be a number'],
    ['{"pii_found": {}}', 'which the policy does not read'],
  ])('%s: %s', (detection, problem) => {
    expect(problemOf(strict(detection))).toContain(problem);
  });

  it('when the policy uses the claims as a whole', () => {
    expect(problemOf(strict(map, 'context.claims == context.claims'))).toContain('as a whole');
  });

  it('when the policy id can not stand in a claim name', () => {
    expect(problemOf(strict(map).replace('@id("strict")', '@id("strict:1")'))).toContain('makes the claim name');
    expect(problemOf(strict(map).replace('@id("strict")', `@id("${'s'.repeat(110)}")`))).toContain(
      'makes the claim name',
    );
  });

  it('when an instance would have the name of a claim', () => {
    const chain = [...textChain, anItem('strict', [anEntry('injection_risk', 'score_normalized')])];
    expect(() => aPolicySet(`${permit}\n${strict(map)}`, chain, cedar)).toThrow('has the name of a claim');
  });
});

it('a @detection value outside of the range of its setting keeps a policy from becoming active', () => {
  const declared = [{ claim: 'mood_score', key: 'limit', type: 'number' as const, default: 1, min: 0, max: 1 }];
  const settings = [{ key: 'limit', type: 'number' as const, default: 1 }];
  const item = anItem('mood', [anEntry('mood_score', 'score_normalized', { settings })]);
  const chain = [{ ...item, settings: { auditor: 'mood', declared } }];
  const text = (value: number) =>
    `@id("m") @detection("{\\"mood_score\\": {\\"limit\\": ${value}}}") permit (principal, action, resource)
     when { context.claims has mood_score && context.claims.mood_score.lessThan(decimal("0.5")) };`;
  expect(aPolicySet(text(0.5), chain).instances).toHaveLength(1);
  expect(() => aPolicySet(text(1.5), chain)).toThrow('setting `limit` of claim `mood_score` must be at most 1');
  expect(() => aPolicySet(text(-1), chain)).toThrow('must be at least 0');
});
