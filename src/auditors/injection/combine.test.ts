import fc from 'fast-check';
import { expect, it } from 'vitest';
import { combineRisk } from './combine.ts';

const score = fc.double({ min: 0, max: 0.995, noNaN: true });

it('risk stays within 0 and 1 and never falls with a stronger signal', () => {
  fc.assert(
    fc.property(score, score, score, (rules, model, more) => {
      const risk = combineRisk(rules, model);
      expect(risk).toBeGreaterThanOrEqual(0);
      expect(risk).toBeLessThan(1);
      const [low, high] = model < more ? [model, more] : [more, model];
      expect(combineRisk(rules, high)).toBeGreaterThanOrEqual(combineRisk(rules, low) - 1e-12);
    }),
  );
});

it('a single rule, in a text that the model finds ordinary, reaches the default threshold only if it is certain', () => {
  expect(combineRisk(0.85, 0.02)).toBeLessThan(0.8);
  expect(combineRisk(0.99, 0.02)).toBeGreaterThanOrEqual(0.8);
});

it('the model alone decides without a matching rule', () => {
  expect(combineRisk(0, 0.83)).toBe(0.83);
});
