/** Constants of policies. */

/** A policy name is a part of policy ids and reads like a claim name: it starts with a letter and needs no quoting. */
export const policyNamePattern = '^[A-Za-z][A-Za-z0-9._-]{0,63}$';

/** Longest text of a record in characters, checked before the text is read; the policy rules bound its bytes. */
export const maxRecordTextLength = 256 * 1024;

export const maxReplayedEvidence = 1_000_000;
export const defaultReplayedEvidence = 100_000;

/** Reasons why stored data cannot decide a phase again. */
export const notReplayableReasons = [
  /** The policies read a claim that was not requested at the time. */
  'claim_not_collected',
  /** A claim has another type than its auditor declares now. */
  'vocabulary_changed',
  /** The policies read the called tool, and Evidence of an older gateway does not name it. */
  'tool_unknown',
  /** The policies read uninspected parts, and the Evidence does not say which were known in this phase. */
  'uninspected_unknown',
  /** The policies read the provider features of a request, and Evidence of an older gateway does not list them. */
  'features_unknown',
  /** The policies read a setting, and the Evidence does not record its value. */
  'setting_unknown',
  /** Runs of auditors and phases do not fit together. */
  'structure_unknown',
  /** The policies do not compile for this phase. */
  'policy_does_not_compile',
] as const;
export type NotReplayableReason = (typeof notReplayableReasons)[number];
