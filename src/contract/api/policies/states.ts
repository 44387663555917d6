/** Constants of policies. */

/** Names are a part of policy ids and read like claim names: a letter first, nothing that needs quoting. */
export const policyNamePattern = '^[A-Za-z][A-Za-z0-9._-]{0,63}$';

/** Longest text of a record in characters, checked before the text is read; the policy rules bound its bytes. */
export const maxRecordTextLength = 256 * 1024;

export const maxReplayedEvidence = 1_000_000;
export const defaultReplayedEvidence = 100_000;

/** Why a phase cannot be decided again from what is stored. */
export const notReplayableReasons = [
  /** A claim that the policies read was not asked for at the time. */
  'claim_not_collected',
  /** A claim has not the type that its auditor declares now. */
  'vocabulary_changed',
  /** The policies ask which tool was called, and Evidence of an older gateway does not name it. */
  'tool_unknown',
  /** The policies ask for uninspected parts, and Evidence does not say which were known in this phase. */
  'uninspected_unknown',
  /** The policies ask what the provider was asked to do by itself, and Evidence of an older gateway does not say it. */
  'features_unknown',
  /** The policies read a setting, and Evidence does not say which value held. */
  'setting_unknown',
  /** Runs of auditors and phases do not fit together. */
  'structure_unknown',
  /** The policies do not compile in this place. */
  'policy_does_not_compile',
] as const;
export type NotReplayableReason = (typeof notReplayableReasons)[number];
