/**
 * Adds the archived collateral to key attestations in a bundle. The vendors sign it, and no hash of the key attestation covers
 * endorsements.
 */
import type { StoredAttestation } from '../attestations/service.ts';
import type { CollateralArchive } from './archive.ts';

/** A key attestation has at most a MiB; a folder for many products may hold more than one of them needs. */
const maxChars = 512 * 1024;

/** Gives the attestations with their archived collateral. Those that brought their own, or would be too large, stay unchanged. */
export async function embedCollateral(
  archive: Pick<CollateralArchive, 'find'>,
  orgId: string,
  attestations: readonly StoredAttestation[],
): Promise<StoredAttestation[]> {
  return Promise.all(attestations.map((attestation) => embedOne(archive, orgId, attestation)));
}

async function embedOne(
  archive: Pick<CollateralArchive, 'find'>,
  orgId: string,
  attestation: StoredAttestation,
): Promise<StoredAttestation> {
  const { hardware, document } = attestation;
  if (hardware === null || document.endorsements.collateral !== undefined) return attestation;
  const found = await archive.find(orgId, hardware.cpu.collateral_hashes);
  if (found === undefined) return attestation;
  const texts = found.documents.map((text) => Buffer.from(text, 'utf8'));
  const collateral = [...found.revocationLists, ...texts, ...found.certificates].map((piece) =>
    Buffer.from(piece).toString('base64'),
  );
  if (collateral.reduce((sum, piece) => sum + piece.length, 0) > maxChars) return attestation;
  return { ...attestation, document: { ...document, endorsements: { ...document.endorsements, collateral } } };
}
