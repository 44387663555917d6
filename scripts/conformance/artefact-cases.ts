/** Conformance cases of every artefact; each kind is a file. */
import { aBundle, aVerifier } from '../../test/support/artefacts.ts';
import { type ArtefactGroup, writeGroup } from './artefact-group.ts';
import { createAttestationGroup, createHardwareGroup } from './attestation-cases.ts';
import { createBundleGroup, createExportGroup, createReceiptGroup } from './bundle-cases.ts';
import { createEvidenceGroup, createPassportGroup } from './token-cases.ts';

/** Gives the content of each file by name. */
export async function writeArtefactCases(): Promise<Readonly<Record<string, string>>> {
  const whole = await aBundle(2);
  const stranger = await aVerifier('verifier-1');
  const groups: readonly [name: string, group: ArtefactGroup][] = [
    ['evidence', createEvidenceGroup(whole)],
    ['passport', await createPassportGroup(whole, stranger)],
    ['bundle', await createBundleGroup(whole, stranger)],
    ['receipt', createReceiptGroup(whole)],
    ['receipt-export', createExportGroup(whole)],
    ['key-attestation', createAttestationGroup(whole)],
    ['hardware-key-attestation', createHardwareGroup()],
  ];
  return Object.fromEntries(await Promise.all(groups.map(async ([name, group]) => [name, await writeGroup(group)])));
}
