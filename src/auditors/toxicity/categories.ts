/** The categories of the toxicity claims. */
export const categories = [
  'severe_toxicity',
  'threat',
  'insult',
  'identity_attack',
  'profanity',
  'sexually_explicit',
  'self_harm',
  'violence',
] as const;
export type ScoreName = (typeof categories)[number];

/** Outputs of the linear model: abuse as a whole, then each category. */
export const heads = ['overall', ...categories] as const;
export type HeadName = (typeof heads)[number];
