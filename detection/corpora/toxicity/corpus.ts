/** Our own training rows of the toxicity model: about ten thousand; deterministic. */
import { normalFormHash } from '../../data/normal-form.ts';
import type { Row } from '../../data/row.ts';
import { createRandom } from '../../training/random.ts';
import { categorySeries } from './categories.ts';
import { civil } from './civil.ts';
import { contrastCases } from './contrast-cases.ts';
import { drawRows } from './grammar.ts';
import { harmless } from './harmless.ts';
import { hostile } from './hostile.ts';
import { identityHarmless } from './identity-harmless.ts';
import { identityHostile } from './identity-hostile.ts';
import { slots } from './slots.ts';

const seed = 8093;

/** Every row has source `own.toxicity`; its category is the series. */
export function toxicityCorpus(): Row[] {
  const series = [...hostile, ...identityHostile, ...identityHarmless, ...harmless, ...civil, ...categorySeries];
  // Measured rows are never trained on: short templates can coincide.
  const measured = new Set(contrastCases().map(({ text }) => normalFormHash(text)));
  return drawRows('own.toxicity', series, slots, createRandom(seed)).filter(
    ({ text }) => !measured.has(normalFormHash(text)),
  );
}
