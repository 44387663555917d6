/** Rate of examples mistaken for an attack, a secret, personal data or abuse. */
import { type Make, makeExamples } from './examples.ts';
import { findIn } from './judge.ts';

export interface FalseAlarms {
  readonly examples: number;
  /** Each with its kind, the findings and the body. */
  readonly alarms: readonly string[];
}

export async function countFalseAlarms(
  examples: number,
  seed: number,
  of?: Readonly<Record<string, Make>>,
): Promise<FalseAlarms> {
  const alarms: string[] = [];
  for (const example of makeExamples(examples, seed, of)) {
    const found = await findIn(example);
    if (found.length === 0) continue;
    alarms.push(`${example.kind}: ${found.map(({ name }) => name).join(', ')} in ${JSON.stringify(example.body)}`);
  }
  return { examples, alarms };
}
