/** One line of `assay doctor`. */

/**
 * `good`: as it should be. `note`: it works, and something is not protected or not for production. `bad`: it does not work.
 * `unknown`: it could not be looked at.
 */
export type Verdict = 'good' | 'note' | 'bad' | 'unknown';

export interface DoctorFinding {
  readonly verdict: Verdict;
  /** What was looked at: `port 8300`. */
  readonly subject: string;
  /** What was found, as a sentence without a full stop. */
  readonly text: string;
  /** What to do; absent if nothing is to be done. */
  readonly advice?: string;
}

export function good(subject: string, text: string): DoctorFinding {
  return { verdict: 'good', subject, text };
}

export function toFinding(verdict: Verdict, subject: string, text: string, advice: string): DoctorFinding {
  return { verdict, subject, text, advice };
}
