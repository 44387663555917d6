/** Settings that a rule can compare a claim with. */
import type { PolicyCompletions } from '@assay/client';
import type { RuleTest } from './rule.ts';

type Setting = PolicyCompletions['settings'][number];

/** The parts of a setting's name: auditor, claim if it has one, and key. Each may have dots of its own. */
export function pathOfSetting({
  name,
  auditor_id: auditor,
  claim,
}: Pick<Setting, 'name' | 'auditor_id' | 'claim'>): string[] {
  const start = [auditor, ...(claim === undefined ? [] : [claim])];
  return [...start, name.slice(start.join('.').length + 1)];
}

/** Settings of the type of a test. One that may be unset needs a guard, so the form does not offer it. */
export function settingsFor(settings: readonly Setting[], kind: RuleTest['kind']): Setting[] {
  const types: Partial<Record<RuleTest['kind'], string>> = { decimal: 'decimal', long: 'Long', string: 'String' };
  return settings.filter(({ cedar_type: type, optional }) => !optional && type === types[kind]);
}
