/** The phrase rules: classes within a number of words that make a pattern, and its weight. */
import { type PhraseClass, phraseClass } from './classes.ts';

/** The family of a pattern: decides `injection_type` and which patterns support each other. */
export type PatternFamily = 'override' | 'leak' | 'delimiter' | 'jailbreak' | 'indirect';

export interface PhraseRule {
  readonly id: string;
  readonly family: PatternFamily;
  /** Probability of an attack with only this pattern, 0..1, in the user's text. */
  readonly weight: number;
  /** The probability in an external document, where nobody has a reason to address a model. */
  readonly documentWeight: number;
  /** Class that must come first; the others may follow in any order. */
  readonly first: number;
  /** Every class that must be there. */
  readonly mask: number;
  readonly withinWords: number;
}

interface RuleRow {
  readonly id: string;
  readonly weight: number;
  readonly inDocument?: number;
  readonly first?: PhraseClass;
  readonly all: readonly PhraseClass[];
  readonly within?: number;
}

const rows: Readonly<Record<PatternFamily, readonly RuleRow[]>> = {
  override: [
    { id: 'override.prior_instructions', weight: 0.93, first: 'ignore', all: ['prior', 'instructions'], within: 7 },
    { id: 'override.all_instructions', weight: 0.85, first: 'ignore', all: ['all', 'instructions'], within: 4 },
    { id: 'override.own_instructions', weight: 0.82, first: 'ignore', all: ['your', 'instructions'], within: 4 },
    { id: 'override.own_rules', weight: 0.82, first: 'ignore', all: ['ownRules'], within: 4 },
    { id: 'override.own_prompt', weight: 0.85, first: 'ignore', all: ['ownPrompt'], within: 4 },
    { id: 'override.instructions', weight: 0.4, inDocument: 0.7, first: 'ignore', all: ['instructions'], within: 3 },
    { id: 'override.text_above', weight: 0.85, first: 'ignore', all: ['textAbove'], within: 4 },
    { id: 'override.verb_last', weight: 0.9, all: ['ignoreLast', 'prior', 'instructions'], within: 8 },
    { id: 'override.verb_last_all', weight: 0.82, all: ['ignoreLast', 'all', 'instructions'], within: 6 },
    { id: 'override.everything_told', weight: 0.85, first: 'ignore', all: ['everything', 'told'], within: 9 },
    { id: 'override.everything_prior', weight: 0.82, first: 'ignore', all: ['everything', 'prior'], within: 6 },
    { id: 'override.everything', weight: 0.35, inDocument: 0.6, first: 'ignore', all: ['everything'], within: 2 },
    { id: 'override.voided', weight: 0.85, first: 'prior', all: ['instructions', 'voided'], within: 7 },
    {
      id: 'override.new_instructions',
      weight: 0.45,
      inDocument: 0.7,
      first: 'your',
      all: ['fresh', 'instructions'],
      within: 3,
    },
    { id: 'override.authority', weight: 0.5, inDocument: 0.7, all: ['authority'] },
    { id: 'override.own_policy', weight: 0.85, first: 'ignore', all: ['ownPolicy'], within: 4 },
    { id: 'override.policy', weight: 0.35, first: 'ignore', all: ['policy'], within: 4 },
    { id: 'override.bypass_own_policy', weight: 0.8, first: 'bypass', all: ['ownPolicy'], within: 4 },
  ],
  leak: [
    { id: 'leak.own_prompt', weight: 0.88, first: 'reveal', all: ['ownPrompt'], within: 6 },
    { id: 'leak.own_prompt_asked', weight: 0.6, inDocument: 0.8, first: 'ask', all: ['ownPrompt'], within: 5 },
    { id: 'leak.own_prompt_verb_last', weight: 0.6, first: 'ownPrompt', all: ['reveal'], within: 6 },
    { id: 'leak.prompt', weight: 0.55, inDocument: 0.7, first: 'reveal', all: ['prompt'], within: 4 },
    {
      id: 'leak.prior_instructions',
      weight: 0.6,
      inDocument: 0.75,
      first: 'reveal',
      all: ['prior', 'instructions'],
      within: 5,
    },
    { id: 'leak.own_rules', weight: 0.5, inDocument: 0.7, first: 'reveal', all: ['ownRules'], within: 4 },
    { id: 'leak.text_above', weight: 0.82, inDocument: 0.85, first: 'reveal', all: ['textAbove'], within: 4 },
  ],
  delimiter: [],
  jailbreak: [
    { id: 'jailbreak.name', weight: 0.88, all: ['jailbreakName'] },
    { id: 'jailbreak.role_unbound', weight: 0.82, first: 'role', all: ['unbound'], within: 14 },
    { id: 'jailbreak.unbound_role', weight: 0.55, first: 'unbound', all: ['role'], within: 8 },
    { id: 'jailbreak.role_mode', weight: 0.8, first: 'role', all: ['mode'], within: 4 },
    { id: 'jailbreak.from_now_unbound', weight: 0.7, first: 'fromNow', all: ['unbound'], within: 14 },
    { id: 'jailbreak.never_refuse_role', weight: 0.7, first: 'role', all: ['neverRefuse'], within: 20 },
    { id: 'jailbreak.must_never_refuse', weight: 0.45, first: 'must', all: ['neverRefuse'], within: 8 },
    { id: 'jailbreak.bypass_policy', weight: 0.45, first: 'bypass', all: ['policy'], within: 3 },
  ],
  indirect: [
    { id: 'indirect.addressed', weight: 0, inDocument: 0.3, all: ['address'] },
    { id: 'indirect.addressed_order', weight: 0.05, inDocument: 0.82, first: 'address', all: ['must'], within: 8 },
    { id: 'indirect.addressed_send', weight: 0.1, inDocument: 0.85, first: 'address', all: ['send'], within: 14 },
    { id: 'indirect.addressed_override', weight: 0.5, inDocument: 0.9, first: 'address', all: ['ignore'], within: 10 },
    { id: 'indirect.conceal', weight: 0.4, inDocument: 0.82, all: ['conceal'] },
    { id: 'indirect.send_sensitive', weight: 0.1, inDocument: 0.6, first: 'send', all: ['sensitive'], within: 8 },
    { id: 'indirect.from_now', weight: 0, inDocument: 0.4, first: 'fromNow', all: ['must'], within: 6 },
  ],
};

/** All phrase rules, the most telling first within a family. */
export const phraseRules: readonly PhraseRule[] = (Object.keys(rows) as PatternFamily[]).flatMap((family) =>
  rows[family].map((row) => toRule(family, row)),
);

/** Patterns that count repeated hits of one class over a whole text. */
export const countRules: readonly { id: string; bit: number; atLeast: number; weight: number }[] = [
  { id: 'jailbreak.unbound_repeated', bit: phraseClass.unbound, atLeast: 3, weight: 0.8 },
  { id: 'jailbreak.never_refuse_repeated', bit: phraseClass.neverRefuse, atLeast: 2, weight: 0.6 },
];

function toRule(family: PatternFamily, row: RuleRow): PhraseRule {
  const first = row.first === undefined ? 0 : phraseClass[row.first];
  return {
    id: row.id,
    family,
    weight: row.weight,
    documentWeight: row.inDocument ?? row.weight,
    first,
    mask: row.all.reduce((mask, name) => mask | phraseClass[name], first),
    withinWords: row.within ?? 0,
  };
}
