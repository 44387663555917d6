/** Decisions about one access, in the order in which they are offered. */
export const decisionWords = ['approve', 'deny', 'dont_know', 'not_reviewed'] as const;
export type DecisionWord = (typeof decisionWords)[number];
