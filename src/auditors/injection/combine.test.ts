import fc from 'fast-check';
import { expect, it } from 'vitest';
import { combineRisk } from './combine.ts';

const score = fc.double({ min: 0, max: 0.995, noNaN: true });

it('risk stays within 0 and 1 and never falls when a witness says more', () => {
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

it('a rule alone, in a text that the model finds ordinary, is not enough for the default threshold unless it is sure', () => {
  expect(combineRisk(0.85, 0.02)).toBeLessThan(0.8);
  expect(combineRisk(0.99, 0.02)).toBeGreaterThanOrEqual(0.8);
});

it('the model alone decides where no rule speaks', () => {
  expect(combineRisk(0, 0.83)).toBe(0.83);
});
