/** The texts of `assay attestation verify --explain`: what a report proves, and the meaning of each reason. */
import type { ReportKind, ReportReason, ReportVerdict } from './verdict.ts';

/** What each reason code of a report means. */
export const reportMeanings: Readonly<Record<ReportReason, string>> = {
  length: 'The report is cut off, too long, or its parts do not add up to its length.',
  padding: 'A byte that no signature covers is not zero: somebody wrote into the report.',
  unsupported: 'A version, algorithm or form that is not known here, and so cannot be vouched for.',
  signature_invalid: 'At least one byte differs from what the device signed, or another device signed it.',
  chain_invalid: 'The certificates do not lead from the device key to a root, each signed by the next.',
  root_untrusted: 'The chain ends, but at a root that is not one of the pinned vendor roots.',
  not_yet_valid: 'A certificate is from the future, or the clock is wrong. Use --now to check as of another time.',
  expired: 'A certificate has ended. It may have held at the time: use --now.',
  revoked: 'The vendor took a certificate of the chain back.',
  debug: 'The environment runs in debug mode: whoever owns the machine reads its memory.',
  tcb_no_match:
    'The firmware is at no level that the vendor knows for this platform, or not the one that its certificate is for.',
  tcb_revoked: 'The vendor took this firmware level back.',
  collateral_expired: 'Revocation lists or TCB documents are not valid at this time: fetch current ones.',
  nonce_mismatch: 'The report does not answer this challenge: it may be an old one, shown again.',
  report_data_mismatch: 'The report carries other user data than asked for: it vouches for something else.',
  measurement: 'Other code runs there than the reference values name.',
  policy:
    'Something about the environment is not as the policy asks: a setting, a firmware level, or a check that could not be done.',
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
    'It does not prove what the code does, that its owner is honest, or that physical attacks were not mounted.',
    ...reasons.map((reason) => `${reason}: ${reportMeanings[reason]}`),
  ];
  return `${lines.map((line) => `  ${line}`).join('\n')}\n`;
}
