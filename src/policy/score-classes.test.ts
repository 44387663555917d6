import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/support/runs.ts';
import { createCedarHost } from './cedar-host.ts';
import { anEngine, aPolicySet, aRequest, claimsOf, harmless, textChain } from './chain.fixture.ts';
import { createScoreStandIn } from './score-classes.ts';

const cedar = createCedarHost();
const permit = '@id("p") permit (principal, action, resource);';
const aBound = fc.integer({ min: -2, max: 12 }).map((tenths) => (tenths / 10).toFixed(4));
const aTest = fc
  .tuple(
    fc.constantFrom('injection_risk', 'toxic_content'),
    fc.constantFrom('lessThan', 'lessThanOrEqual', 'greaterThan', 'greaterThanOrEqual'),
    aBound,
    fc.boolean(),
    fc.boolean(),
  )
  .map(([claim, method, bound, isTurned, isNegated]) => {
    const value = `context.claims.${claim}`;
    const test = isTurned ? `decimal("${bound}").${method}(${value})` : `${value}.${method}(decimal("${bound}"))`;
    return `(context.claims has ${claim} && ${isNegated ? '!' : ''}${test})`;
  });

describe("a score's representative", () => {
  it('has the same decision and reasons under every set that compares scores with written decimals', () => {
    const policies = fc.array(fc.array(aTest, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 });
    // Mostly the bounds and their neighbours.
    const near = fc
      .tuple(fc.integer({ min: 0, max: 10 }), fc.constantFrom(-1, 0, 1))
      .map(([tenths, step]) => Math.min(10_000, Math.max(0, tenths * 1_000 + step)));
    const ticks = fc.oneof(near, near, fc.integer({ min: 0, max: 10_000 }));
    const scores = fc.array(fc.tuple(ticks, ticks), { minLength: 5, maxLength: 20 });
    fc.assert(
      fc.property(policies, scores, (forbids, pairs) => {
        const texts = forbids.map((tests) => `forbid (principal, action, resource) when { ${tests.join(' && ')} };`);
        const text = [permit, ...texts].join('\n');
        const engine = anEngine(text, { cedar });
        const standIn = createScoreStandIn(aPolicySet(text, textChain, cedar), cedar);
        for (const [injection, toxic] of pairs) {
          const values = { injection_risk: injection / 10_000, toxic_content: toxic / 10_000 };
          const stood = {
            injection_risk: standIn('injection_risk', values.injection_risk),
            toxic_content: standIn('toxic_content', values.toxic_content),
          };
          const [own, other] = [values, stood].map((some) =>
            engine.decide(aRequest({ claims: claimsOf({ ...harmless, ...some }) })),
          );
          expect(other).toEqual(own);
        }
      }),
      { numRuns: runs(60) },
    );
  }, 60_000);

  it('is the score itself under any other use by a policy, and otherwise one of few', () => {
    const compared = '(context.claims has injection_risk && context.claims.injection_risk.lessThan(decimal("0.5")))';
    const same =
      '(context.claims has injection_risk && context.claims has toxic_content && context.claims.injection_risk == context.claims.toxic_content)';
    const load = (...tests: string[]) =>
      createScoreStandIn(
        aPolicySet(`${permit} forbid (principal, action, resource) when { ${tests.join(' || ')} };`, textChain, cedar),
        cedar,
      );
    expect(load(compared, same)('injection_risk', 0.123)).toBe(0.123);
    expect([0.1, 0.4999, 0.5, 0.6, 1].map((score) => load(compared)('injection_risk', score))).toEqual([
      ...[0, 0, 0.5, 0.5001, 0.5001],
    ]);
    expect([Number.NaN, -1, 2].map((score) => load(compared)('injection_risk', score))).toEqual([Number.NaN, -1, 2]);
  });
});
