/** The response rules of a preset as Cedar text, one policy each. */
import type { PresetAuditor } from '../../contract/api/presets/states.ts';
import { type AppliedTier, findPreset, tierDescriptions } from './catalog.ts';
import type { PresetRule, TierPreset } from './preset.ts';

/** Gives the id of the record with the rules of an auditor at a tier. */
export function presetRecordId({ auditor, tier }: AppliedTier): string {
  return `preset.${auditor}.${tier}`;
}

/** Lists the ids of the rules, as reasons of decisions name them. */
export function presetRuleIds(applied: AppliedTier): string[] {
  return findPreset(applied).rules.map((_, index) => ruleId(applied, index));
}

/** Renders the text of the record. */
export function renderPreset(applied: AppliedTier): string {
  const preset = findPreset(applied);
  const head = `// Preset ${applied.auditor}, ${applied.tier}. ${tierDescriptions[applied.tier]}.\n`;
  const rules = preset.rules.map((rule, index) => renderRule(ruleId(applied, index), rule, preset, applied.auditor));
  return [head, ...rules].join('\n');
}

function ruleId(applied: AppliedTier, index: number): string {
  return `${presetRecordId(applied)}.${index + 1}`;
}

function renderRule(id: string, rule: PresetRule, preset: TierPreset, auditor: PresetAuditor): string {
  const { phase, claim, response, reason } = rule;
  const ignores = response === 'warn' && preset.warnsIgnoreMissing ? ' @on_missing("ignore")' : '';
  // A tool call is judged under any action, so only the phase is tested; an artifact has an action of its own.
  const action = isInvoked(phase) ? 'action == Assay::Action::"invoke"' : 'action';
  const threshold = thresholdOf(rule, preset, auditor);
  const holds = renderFlag(rule, threshold, auditor);
  const { reasonSetting } = rule;
  const told = reasonSetting === undefined ? '' : ` @reason_setting("${auditor}.${reasonSetting}")`;
  return `@id("${id}") @response("${response}") @reason("${reason}")${told}${ignores}
forbid (principal, ${action}, resource)
when { context.phase == "${phase}" && context.claims has ${claim} && ${renderTest(rule, threshold, auditor)}${holds} };
`;
}

function isInvoked(phase: PresetRule['phase']): boolean {
  return phase === 'request' || phase === 'response';
}

/** The threshold setting of a claim's score, and its value at the tier. */
export interface TierThreshold {
  readonly auditor: PresetAuditor;
  readonly name: string;
  readonly atTier: number;
}

/** Gives the threshold of a rule over a score; absent for claims without one. */
export function thresholdOf(
  { claim, test }: PresetRule,
  { settings }: TierPreset,
  auditor: PresetAuditor,
): TierThreshold | undefined {
  const name = `${claim}.threshold`;
  const atTier = settings[name];
  return test.kind === 'score' && typeof atTier === 'number' ? { auditor, name, atTier } : undefined;
}

/** `block_on_detection` set to false disables refusals, and enables the rules that only note what was found. */
function renderFlag(
  { response, whileBlocking, unlessBlocking }: PresetRule,
  threshold: TierThreshold | undefined,
  auditor: PresetAuditor,
): string {
  const flag = `context.settings.${auditor}.block_on_detection`;
  if (unlessBlocking === true) return ` && !${flag}`;
  const isByScore = response === 'block' && threshold !== undefined;
  return whileBlocking === true || isByScore ? ` && ${flag}` : '';
}

function renderTest({ claim, test }: PresetRule, threshold: TierThreshold | undefined, auditor: PresetAuditor): string {
  const value = `context.claims.${claim}`;
  switch (test.kind) {
    case 'score':
      return renderScore(value, test.atLeast, threshold);
    case 'setting':
      return `${value}.greaterThanOrEqual(context.settings.${auditor}.${test.setting})`;
    case 'true':
      return value;
    case 'false':
      return `!${value}`;
    case 'any_of':
      return `${value}.containsAny([${test.values.map((text) => `"${text}"`).join(', ')}])`;
    default:
      return test satisfies never;
  }
}

/**
 * Renders the bound of a score. The tier's threshold becomes a read of the setting. A lower bound stays, but follows
 * a setting below it. A higher bound gives way to a setting below the tier's threshold, and rises with a setting
 * above itself.
 */
function renderScore(value: string, atLeast: number, threshold: TierThreshold | undefined): string {
  const bound = `decimal("${atLeast.toFixed(4)}")`;
  if (threshold === undefined) return `${value}.greaterThanOrEqual(${bound})`;
  const setting = `context.settings.${threshold.auditor}.${threshold.name}`;
  const reaches = `${value}.greaterThanOrEqual(${setting})`;
  if (atLeast === threshold.atTier) return reaches;
  if (atLeast < threshold.atTier) return `(${value}.greaterThanOrEqual(${bound}) || ${reaches})`;
  const isTightened = `${setting}.lessThan(decimal("${threshold.atTier.toFixed(4)}"))`;
  return `${reaches} && (${value}.greaterThanOrEqual(${bound}) || ${isTightened})`;
}
