/** Checks the exported audit log in this browser, with the code that `assay audit verify` runs. */
import { createWebProofCrypto } from '@assay/sdk/crypto';
import { type AuditExportReport, checkAuditExport } from '../../../../src/proof/audit-export.ts';
import { assertCapable } from '../../../../src/proof/browser/capable.ts';
import { parseVerifierKeys } from '../../../../src/proof/verifier-key.ts';
import { chunksOf, linesOf } from './lines-of.ts';

interface AuditCheckInput {
  readonly log: ReadableStream<Uint8Array>;
  /** A JWKS of the trusted verifiers. */
  readonly keys: unknown;
  /** A filtered export has gaps and no checkpoint. */
  readonly isPartial: boolean;
}

/** @throws Error where the browser or the keys are of no use */
export async function checkAudit({ log, keys, isPartial }: AuditCheckInput): Promise<AuditExportReport> {
  const { subtle } = globalThis.crypto;
  await assertCapable(subtle);
  const crypto = createWebProofCrypto(subtle);
  const parsed = await parseVerifierKeys(keys, crypto);
  if (!parsed.ok) throw new Error(parsed.message);
  return checkAuditExport(linesOf(chunksOf(log)), { keys: parsed.keys, crypto, isPartial });
}
