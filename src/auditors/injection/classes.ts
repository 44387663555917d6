/** Phrase classes of the rules: one bit each, so that a rule is a comparison of integers. */
export const phraseClass = {
  ignore: 1 << 0,
  /** A verb after its object ("... ignorieren", "...を無視して"). */
  ignoreLast: 1 << 1,
  prior: 1 << 2,
  all: 1 << 3,
  your: 1 << 4,
  instructions: 1 << 5,
  everything: 1 << 6,
  told: 1 << 7,
  fresh: 1 << 8,
  voided: 1 << 9,
  authority: 1 << 10,
  reveal: 1 << 11,
  ask: 1 << 12,
  ownPrompt: 1 << 13,
  prompt: 1 << 14,
  ownRules: 1 << 15,
  textAbove: 1 << 16,
  role: 1 << 17,
  unbound: 1 << 18,
  jailbreakName: 1 << 19,
  mode: 1 << 20,
  neverRefuse: 1 << 21,
  ownPolicy: 1 << 22,
  policy: 1 << 23,
  bypass: 1 << 24,
  address: 1 << 25,
  conceal: 1 << 26,
  send: 1 << 27,
  sensitive: 1 << 28,
  fromNow: 1 << 29,
  must: 1 << 30,
} as const;

export type PhraseClass = keyof typeof phraseClass;

/** Entries of a lexicon by class, separated by commas; a trailing `*` means any ending of the word. */
export type Lexicon = Readonly<Partial<Record<PhraseClass, string>>>;
