/** Decides whether data of a person of one country may be in another one on a day, and by which mechanism of the tables. */
import { lawAreaOf } from './countries.ts';
import { type Condition, type Mechanism, mechanisms, type TransferRule } from './transfer-rule.ts';
import { europeanRules } from './transfers-europe.ts';
import { worldRules } from './transfers-world.ts';

/** All rows; the order within a mechanism does not matter. */
export const transferRules: readonly TransferRule[] = [...europeanRules, ...worldRules];

export interface TransferQuestion {
  readonly origin: string;
  readonly destination: string;
  /** The day, as YYYY-MM-DD in UTC. */
  readonly day: string;
  /** Mechanism named by the operator; empty for none. */
  readonly named: string;
  readonly conditions: readonly string[];
}

export type TransferProblem =
  /** No row applies to people of that country. */
  | 'jurisdiction_unknown'
  /** The operator named an unknown mechanism. */
  | 'mechanism_unknown'
  /** The named mechanism does not cover this transfer on this day. */
  | 'mechanism_not_valid'
  /** A mechanism would cover it if a condition were fulfilled. */
  | 'condition_missing'
  | 'mechanism_missing';

export interface TransferAnswer {
  /** True if the data leave the area whose law governs them; the EEA is one area. */
  readonly crossBorder: boolean;
  /** `none`: nothing covers the transfer. `unknown`: undetermined. Neither is compliant. */
  readonly mechanism: Mechanism | 'none' | 'unknown';
  /** The row that covers it; none within one country. */
  readonly rule?: TransferRule;
  readonly problem?: TransferProblem;
  readonly missing?: readonly Condition[];
}

/** Judges a transfer. Anything outside the tables is not compliant. */
export function judgeTransfer(question: TransferQuestion): TransferAnswer {
  const { origin, destination } = question;
  if (origin === destination) return { crossBorder: false, mechanism: 'none_needed' };
  const from = lawAreaOf(origin);
  const crossBorder = from !== lawAreaOf(destination);
  const rows = transferRules.filter((rule) => rule.from === from);
  if (rows.length === 0) return { crossBorder, mechanism: 'unknown', problem: 'jurisdiction_unknown' };
  const valid = rows.filter((rule) => leadsTo(rule, destination) && isValidOn(rule, question.day));
  const free = valid.find((rule) => rule.mechanism === 'none_needed');
  if (free !== undefined) return { crossBorder, mechanism: 'none_needed', rule: free };
  const named = parseMechanism(question.named);
  if (named === undefined) return { crossBorder, mechanism: 'unknown', problem: 'mechanism_unknown' };
  return { crossBorder, ...findCarrier(valid, named, question.conditions) };
}

/** True from the first to the last day of the row. */
export function isValidOn(rule: TransferRule, day: string): boolean {
  return rule.validFrom <= day && (rule.validTo === undefined || day <= rule.validTo);
}

/** Tries the named mechanism first, then a decision of adequacy, which needs no act of the sender. */
function findCarrier(
  valid: readonly TransferRule[],
  named: Mechanism | '',
  conditions: readonly string[],
): Omit<TransferAnswer, 'crossBorder'> {
  const candidates = [
    ...valid.filter((rule) => rule.mechanism === named),
    ...valid.filter((rule) => rule.mechanism === 'adequacy'),
  ];
  const carrier = candidates.find((rule) => missingOf(rule, conditions).length === 0);
  if (carrier !== undefined) return { mechanism: carrier.mechanism, rule: carrier };
  const [near] = candidates;
  if (near !== undefined) {
    return { mechanism: 'none', problem: 'condition_missing', missing: missingOf(near, conditions), rule: near };
  }
  return { mechanism: 'none', problem: named === '' ? 'mechanism_missing' : 'mechanism_not_valid' };
}

function missingOf(rule: TransferRule, conditions: readonly string[]): readonly Condition[] {
  return (rule.requires ?? []).filter((condition) => !conditions.includes(condition));
}

function leadsTo(rule: TransferRule, destination: string): boolean {
  const area = lawAreaOf(destination);
  if (rule.to === 'any') return rule.except === undefined || !rule.except.includes(destination);
  return rule.to.includes(area);
}

const synonyms: Readonly<Record<string, Mechanism | ''>> = {
  none: '',
  adequacy_decision: 'adequacy',
  standard_contractual_clauses: 'scc',
  standard_contract: 'scc',
  model_clauses: 'scc',
  idta: 'scc',
  binding_corporate_rules: 'bcr',
  explicit_consent: 'consent',
  derogations: 'derogation',
};

/** Gives the mechanism that a text names; empty if it names none, undefined if it is unknown. */
export function parseMechanism(text: string): Mechanism | '' | undefined {
  const name = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  if (name === '') return '';
  // "No mechanism needed" follows only from the tables, not from the operator.
  const known = mechanisms.find((mechanism) => mechanism === name && mechanism !== 'none_needed');
  return known ?? (Object.hasOwn(synonyms, name) ? synonyms[name] : undefined);
}
