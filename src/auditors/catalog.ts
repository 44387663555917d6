/** The reference auditors of this repository: one line each. */
import { injection } from './injection/auditor.ts';
import { pii } from './pii/auditor.ts';
import { secrets } from './secrets/auditor.ts';
import { toxicity } from './toxicity/auditor.ts';

/** All reference auditors, in port order. */
export const auditors = [injection, pii, secrets, toxicity] as const;
