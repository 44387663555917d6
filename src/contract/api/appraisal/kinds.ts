/** Kinds of key attestations and GPU reports that an appraisal policy can name. */

/** The spelling that is stored and shown. */
export const appraisalKinds = ['software', 'sev-snp', 'tdx', 'sgx', 'nitro', 'nvidia', 'az-snp', 'az-tdx'] as const;
export type AppraisalKind = (typeof appraisalKinds)[number];

/** Other spellings that requests may use. */
export const kindAliases = {
  amd_sev: 'sev-snp',
  intel_tdx: 'tdx',
  aws_nitro: 'nitro',
  nvidia_cc: 'nvidia',
  nvidia_h100: 'nvidia',
} as const satisfies Record<string, AppraisalKind>;
