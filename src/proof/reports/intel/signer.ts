/** The signer of Intel's documents: the TCB Signing certificate, under the same root as the PCK chain (step 6). */
import {
  type Certificate,
  commonName,
  findChainProblems,
  isSameName,
  nameValues,
  parseCertificate,
} from '@assay/sdk/x509';
import type { Findings } from '../findings.ts';
import type { ReportInput } from '../input.ts';
import type { IntelCollateral, Signed } from './collateral.ts';
import type { Dated } from './document-values.ts';
import { intelRootCertificates } from './pck-chain.ts';
import { intelTcbSigning } from './roots.ts';

const ecdsa = { name: 'ecdsa', hash: 'sha256' } as const;
const step = 6;
const signerName = 'Intel SGX TCB Signing';
const pinnedSigners = intelTcbSigning.map((der) => parseCertificate(der));
const pinnedNote = "the documents came without the certificate of their signer: Intel's pinned one was used";

/** True when Intel's signing certificate signed the document. Problems of its own chain go into the findings. */
export async function checkSigner(
  { text, signature }: Signed<Dated>,
  what: string,
  collateral: IntelCollateral,
  input: ReportInput,
  findings: Findings,
): Promise<boolean> {
  const { signers, isPinned } = findSigners(collateral);
  const bytes = new TextEncoder().encode(text);
  for (const signer of signers) {
    if (!(await input.crypto.verifySignature(ecdsa, signer.publicKey, bytes, signature))) continue;
    await checkSignerChain(signer, isPinned, input, findings);
    return true;
  }
  findings.add('signature_invalid', step, `the signature of the ${what} is not valid`);
  return false;
}

/** Finds the certificates of the collateral that sign documents; the pinned one if there is none. */
export function findSigners({ certificates }: IntelCollateral): { signers: readonly Certificate[]; isPinned: boolean } {
  const given = certificates.filter(({ subject }) => nameValues(subject, commonName)[0] === signerName);
  return given.length > 0 ? { signers: given, isPinned: false } : { signers: pinnedSigners, isPinned: true };
}

/**
 * The pinned certificate represents its predecessors with the same key, which came with older collateral, so it
 * counts before its own start too.
 */
async function checkSignerChain(
  signer: Certificate,
  isPinned: boolean,
  input: ReportInput,
  findings: Findings,
): Promise<void> {
  const root = intelRootCertificates(input.roots).find(({ subject }) => isSameName(subject, signer.issuer));
  if (root === undefined) {
    findings.add('root_untrusted', step, 'the signing certificate of the documents does not lead to a pinned root');
    return;
  }
  const now = isPinned ? Math.max(input.now, signer.notBefore) : input.now;
  findings.addChain(await findChainProblems([signer, root], { ...input, now }), step);
  if (isPinned && !findings.notes.includes(pinnedNote)) findings.note(pinnedNote);
}
