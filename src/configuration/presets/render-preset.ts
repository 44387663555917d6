/** The response rules of a preset as Cedar text, one policy each. */
import { type AppliedTier, findPreset, tierDescriptions } from './catalog.ts';
import type { PresetRule, RuleTest, TierPreset } from './preset.ts';

/** Id of the record that holds the rules of an auditor at a tier. */
export function presetRecordId({ auditor, tier }: AppliedTier): string {
  return `preset.${auditor}.${tier}`;
}

/** Ids of the rules, as reasons of decisions name them. */
export function presetRuleIds(applied: AppliedTier): string[] {
  return findPreset(applied).rules.map((_, index) => ruleId(applied, index));
}

/** The text of the record. */
export function renderPreset(applied: AppliedTier): string {
  const preset = findPreset(applied);
  const head = `// Preset ${applied.auditor}, ${applied.tier}. ${tierDescriptions[applied.tier]}.\n`;
  const rules = preset.rules.map((rule, index) => renderRule(ruleId(applied, index), rule, preset));
  return [head, ...rules].join('\n');
}

function ruleId(applied: AppliedTier, index: number): string {
  return `${presetRecordId(applied)}.${index + 1}`;
}

function renderRule(id: string, rule: PresetRule, { warnsIgnoreMissing }: TierPreset): string {
  const { phase, claim, response, reason, test } = rule;
  const ignores = response === 'warn' && warnsIgnoreMissing ? ' @on_missing("ignore")' : '';
  // A tool call is judged whatever the action is that leads to it: the phase alone tells.
  const action = phase === 'execution' ? 'action' : 'action == Assay::Action::"invoke"';
  return `@id("${id}") @response("${response}") @reason("${reason}")${ignores}
forbid (principal, ${action}, resource)
when { context.phase == "${phase}" && context.claims has ${claim} && ${renderTest(claim, test)} };
`;
}

function renderTest(claim: string, test: RuleTest): string {
  const value = `context.claims.${claim}`;
  switch (test.kind) {
    case 'score':
      return `${value}.greaterThanOrEqual(decimal("${test.atLeast.toFixed(4)}"))`;
    case 'true':
      return value;
    case 'any_of':
      return `${value}.containsAny([${test.values.map((text) => `"${text}"`).join(', ')}])`;
    default:
      return test satisfies never;
  }
}
