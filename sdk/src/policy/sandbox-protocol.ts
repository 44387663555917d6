/** Messages between a sandboxed policy set and its thread. */
import type { PolicyDecision } from './cedar-policy.ts';
import type { PlainQuestion } from './question.ts';

/** Start data of the thread. */
export interface SandboxStart {
  /** Path of Cedar's module for Node. */
  readonly modulePath: string;
  readonly maxPages: number;
  readonly policies: string;
  readonly schema?: string;
}

export interface SandboxQuestion {
  readonly id: number;
  readonly question: PlainQuestion;
}

/** First whether the policies are valid, then one decision for each question. */
export type FromSandbox =
  | { readonly ids: readonly string[] }
  | { readonly issues: readonly string[] }
  | { readonly id: number; readonly decision: PolicyDecision };
