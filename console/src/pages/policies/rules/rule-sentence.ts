/** A rule in words. */
import { policiesTexts } from '../../../texts/policies.ts';
import type { Operand, Rule, RuleTest } from './rule.ts';

const { sentence: texts, form } = policiesTexts;

/** Such as "Blocks a request if injection_risk is at least 0.8". */
export function sentenceOf({ response, phase, action, agent, model, claim, test }: Rule): string {
  const what =
    phase !== undefined ? texts.phases[phase] : action !== undefined ? form.actions[action].toLowerCase() : texts.any;
  const ofAgent = agent === undefined ? '' : texts.ofAgent(agent);
  const ofModel = model === undefined ? '' : texts.ofModel(model);
  return `${texts.verbs[response]} ${what}${ofAgent}${ofModel}${texts.whose}${claim} ${testWords(test)}`;
}

function testWords(test: RuleTest): string {
  if (test.kind === 'boolean') return test.is ? form.isTrue : form.isFalse;
  if (test.kind === 'filled') return form.filled;
  if (test.kind === 'contains') return `${form.contains} “${test.value}”`;
  const than: Operand<string | number> = test.than;
  const right = 'setting' in than ? texts.setting(than.setting.join('.')) : String(than.value);
  return `${form.comparisons[test.comparison]} ${right}`;
}
