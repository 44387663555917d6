/** Every kind of hardware report that can be checked. A new kind is a folder and a line here. */
import { verifyAzSnp } from './azure/az-snp.ts';
import { verifyAzTdx } from './azure/az-tdx.ts';
import type { ReportInput, VerifyReport } from './input.ts';
import { verifySgx } from './intel/sgx.ts';
import { verifyTdx } from './intel/tdx.ts';
import { verifyNitro } from './nitro/nitro.ts';
import { verifyNvidia } from './nvidia/nvidia.ts';
import { verifySnp } from './sev-snp/sev-snp.ts';
import type { ReportKind, ReportVerdict } from './verdict.ts';

const verifiers: Readonly<Record<ReportKind, VerifyReport>> = {
  snp: verifySnp,
  tdx: verifyTdx,
  sgx: verifySgx,
  nitro: verifyNitro,
  nvidia: verifyNvidia,
  'az-snp': verifyAzSnp,
  'az-tdx': verifyAzTdx,
};

const foreignRoots = 'the roots were given by the caller and are not the pinned ones of the vendor';

/** Checks a report of this kind. Never throws. */
export async function verifyReport(kind: ReportKind, input: ReportInput): Promise<ReportVerdict> {
  const verdict = await verifiers[kind](input);
  const isPinned = input.roots.every(({ profile }) => profile === 'production');
  return isPinned ? verdict : { ...verdict, notes: [...verdict.notes, foreignRoots] };
}
