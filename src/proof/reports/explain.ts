/** The texts of `assay attestation verify --explain`: what a report proves, and the meaning of each reason. */
import type { ReportKind, ReportReason, ReportVerdict } from './verdict.ts';

/** What each reason code of a report means. */
export const reportMeanings: Readonly<Record<ReportReason, string>> = {
  length: 'The report is truncated or too long, or the lengths of its parts do not match.',
  padding: 'A byte that no signature covers is not zero: somebody changed the report.',
  unsupported: 'The report has an unknown version, algorithm or form, so it cannot be checked.',
  signature_invalid: 'At least one byte differs from the signed report, or another device signed it.',
  chain_invalid: 'The certificates do not lead from the device key to a root, each signed by the next.',
  root_untrusted: 'The chain ends at a root that is not one of the pinned vendor roots.',
  not_yet_valid: 'A certificate is not valid yet, or the clock is wrong. Use --now to check as of another time.',
  expired: 'A certificate has expired. It may have been valid when the report was made: use --now.',
  revoked: 'The vendor revoked a certificate of the chain.',
  debug: 'The environment runs in debug mode: the owner of the machine can read its memory.',
  tcb_no_match:
    'The vendor does not know this firmware level for this platform, or the certificate is for another level.',
  tcb_revoked: 'The vendor revoked this firmware level.',
  collateral_expired: 'Revocation lists or TCB documents are not valid at this time: download current ones.',
  nonce_mismatch: 'The report does not answer this challenge: it may be an old report that is replayed.',
  report_data_mismatch: 'The user data of the report is not the expected one: the report vouches for something else.',
  measurement: 'The environment runs code that the reference values do not name.',
  policy: 'The environment does not meet the policy: a setting, a firmware level, or a check that could not be made.',
};

const kinds: Readonly<Record<ReportKind, string>> = {
  snp: 'An SEV-SNP report proves that an AMD processor measured this virtual machine at launch and encrypts its memory.',
  tdx: 'A TDX quote proves that an Intel processor measured this trust domain and encrypts its memory.',
  sgx: 'An SGX quote proves that an Intel processor runs this enclave and encrypts its memory.',
  nitro: 'A Nitro document proves that an AWS hypervisor started this enclave image, apart from its parent instance.',
  nvidia: 'A GPU report proves that an NVIDIA device answered this nonce with these firmware measurements.',
  'az-snp':
    'It proves that an AMD processor vouches for the virtual TPM of an Azure machine, and what that TPM quoted.',
  'az-tdx':
    'It proves that an Intel processor vouches for the virtual TPM of an Azure machine, and what that TPM quoted.',
};

/** Says what the report proves, what it does not, and the meaning of each reason. */
export function explainReport({ kind, reasons }: ReportVerdict): string {
  const lines = [
    kinds[kind],
    'It does not prove what the code does, that its owner is honest, or that nobody attacked the machine physically.',
    ...reasons.map((reason) => `${reason}: ${reportMeanings[reason]}`),
  ];
  return `${lines.map((line) => `  ${line}`).join('\n')}\n`;
}
