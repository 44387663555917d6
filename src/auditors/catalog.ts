/** The reference auditors of this repository: one line each. */
import { fairness } from './fairness/auditor.ts';
import { groundedness } from './groundedness/auditor.ts';
import { injection } from './injection/auditor.ts';
import { modelSecurity } from './model-security/auditor.ts';
import { pii } from './pii/auditor.ts';
import { secrets } from './secrets/auditor.ts';
import { sovereignty } from './sovereignty/auditor.ts';
import { toxicity } from './toxicity/auditor.ts';
import { watermark } from './watermark/auditor.ts';

/** Auditors that judge any text by itself: the built-in chain of a gateway. */
export const textAuditors = [injection, pii, secrets, toxicity] as const;

/** All reference auditors, in port order. */
export const auditors = [...textAuditors, groundedness, fairness, watermark, modelSecurity, sovereignty] as const;
