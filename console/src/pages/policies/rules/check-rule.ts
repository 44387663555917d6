/** What is still missing in the form of a rule. */
import { policiesTexts } from '../../../texts/policies.ts';
import type { Rule } from './rule.ts';

const texts = policiesTexts.form;

export type RuleFaults = Readonly<Partial<Record<'id' | 'claim' | 'value', string>>>;

/** Faults by field; an empty object if the rule can be written. `taken` are the ids of the other rules. */
export function checkRule({ id, claim, test }: Rule, taken: readonly string[]): RuleFaults {
  const value = valueFault(test);
  return {
    ...(id === '' ? { id: texts.needed } : taken.includes(id) ? { id: texts.idTaken } : {}),
    ...(claim === '' ? { claim: texts.noClaim } : {}),
    ...(value === undefined ? {} : { value }),
  };
}

function valueFault(test: Rule['test']): string | undefined {
  if (test.kind === 'contains') return test.value === '' ? texts.needed : undefined;
  if (!('than' in test)) return undefined;
  if ('setting' in test.than) return test.than.setting.length === 0 ? texts.needed : undefined;
  const { value } = test.than;
  if (typeof value === 'string') return undefined;
  if (!Number.isFinite(value)) return texts.needed;
  if (test.kind === 'long') return Number.isSafeInteger(value) ? undefined : texts.needed;
  return Number(value.toFixed(4)) === value ? undefined : texts.places;
}
