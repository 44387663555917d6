/** Shape of a conformance case of an artefact, and the writer of a file of them. */
import { nodeProofCrypto } from '@assay/sdk/crypto';
import type { KeyAttestation } from '../../src/contract/key-attestation.ts';
import { createOfflineVerifier } from '../../src/proof/offline-verifier.ts';
import type { VendorRoot } from '../../src/proof/reports/roots.ts';
import { type FakeExport, madeAt } from '../../test/support/artefacts.ts';

export interface ArtefactCase {
  readonly name: string;
  readonly artefact: string | Uint8Array;
  /** Milliseconds since the epoch; by default the creation time of everything. */
  readonly now?: number;
  /** Missing inputs; by default everything of the group is given. */
  readonly without?: readonly ('attestations' | 'keys')[];
  /** Distinct reason codes of findings, in order, written by hand. */
  readonly refused?: readonly string[];
  readonly unproven?: readonly string[];
}

export interface ArtefactGroup {
  readonly artefact: string;
  readonly keys: unknown;
  readonly attestations: readonly unknown[];
  readonly roots?: readonly VendorRoot[];
  readonly cases: readonly ArtefactCase[];
}

/** JSON text. */
export const text = (value: unknown): string => JSON.stringify(value);

export const dayMs = 86_400_000;

/** Gives the content of a file of cases. @throws Error if our own verdict differs from the written one. */
export async function writeGroup({ artefact, keys, attestations, roots, cases }: ArtefactGroup): Promise<string> {
  const { verifyArtefact } = createOfflineVerifier(nodeProofCrypto);
  const artefacts: unknown[] = [];
  const problems: string[] = [];
  for (const { name, artefact: content, now = madeAt, without = [], refused = [], unproven = [] } of cases) {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    const verdict = await verifyArtefact(bytes, {
      now,
      ...(without.includes('keys') ? {} : { keys }),
      ...(without.includes('attestations') ? {} : { attestations }),
      ...(roots === undefined ? {} : { roots }),
    });
    const codes = (status: string) => [
      ...new Set(verdict.findings.filter((finding) => finding.status === status).map(({ reason }) => reason)),
    ];
    const found = { ok: verdict.ok, refused: codes('refused'), unproven: codes('unproven') };
    const expected = { ok: refused.length + unproven.length === 0, refused, unproven };
    if (text(found) !== text(expected)) {
      const sentences = verdict.findings.map(({ sentence }) => sentence);
      problems.push(`${artefact}, ${name}: expected ${text(expected)}, found ${text(found)} ${text(sentences)}`);
    }
    artefacts.push({ name, artefact: Buffer.from(bytes).toString('base64'), now, without, expected });
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const anchors = roots?.map(({ vendor, name, der }) => ({ vendor, name, der: Buffer.from(der).toString('base64') }));
  const group = { artefact, keys, attestations, ...(anchors === undefined ? {} : { roots: anchors }), artefacts };
  return `${JSON.stringify(group, null, 1)}\n`;
}

/** The keys of the verifier that made a bundle. */
export const jwksOf = ({ verifier }: FakeExport) => ({ keys: [verifier.jwk] });

/** Changes one letter of a part of a token. */
export function damage(token: string, part: number, at = 40): string {
  const parts = token.split('.');
  const old = parts[part] ?? '';
  parts[part] = `${old.slice(0, at)}${old[at] === 'A' ? 'B' : 'A'}${old.slice(at + 1)}`;
  return parts.join('.');
}

/** The key attestation of a bundle. */
export function aSoftwareAttestation({ bundle }: FakeExport): KeyAttestation {
  const [first] = bundle.key_attestations;
  if (first === undefined) throw new Error('a bundle holds a key attestation');
  return first as KeyAttestation;
}
