/** Kinds of key attestations and GPU reports that a policy can speak of, in one spelling; two are accepted on input. */
import { AppError } from '../../platform/errors.ts';

/** The spelling that is stored and shown. */
export const appraisalKinds = ['software', 'sev-snp', 'tdx', 'sgx', 'nitro', 'nvidia', 'az-snp', 'az-tdx'] as const;
export type AppraisalKind = (typeof appraisalKinds)[number];

/** Other spellings accepted on input (attestation reference 11). */
export const kindAliases = {
  amd_sev: 'sev-snp',
  intel_tdx: 'tdx',
  aws_nitro: 'nitro',
  nvidia_cc: 'nvidia',
  nvidia_h100: 'nvidia',
} as const satisfies Record<string, AppraisalKind>;

const aliases: Readonly<Record<string, AppraisalKind>> = kindAliases;

/** The kind in its stored spelling. @throws AppError `internal` for a kind that the schema should have refused. */
export function toKind(name: string): AppraisalKind {
  const kind = appraisalKinds.find((candidate) => candidate === name) ?? aliases[name];
  if (kind === undefined) throw new AppError('internal', `unknown kind ${name}`);
  return kind;
}
