/** The pieces of one hardware report: its bytes, and each certificate, list and document beside it. */
import { nodeProofCrypto } from '@assay/sdk/crypto';
import type { Collateral, ReportInput } from '../../../src/proof/reports/input.ts';
import { readDocument } from '../../../src/proof/reports/intel/signed-document.ts';
import type { ReportKind, ReportReason, ReportVerdict } from '../../../src/proof/reports/verdict.ts';
import { verifyReport } from '../../../src/proof/reports/verifiers.ts';
import type { Answer } from '../check.ts';
import type { Subject } from './subject.ts';
import { rememberTrueChecks } from './true-checks.ts';

export interface HardwareSample {
  readonly name: string;
  readonly kind: ReportKind;
  readonly input: Omit<ReportInput, 'crypto'>;
  /** Reasons of the unchanged sample, for a genuine one in debug mode: a change counts as accepted if it has no other reason. */
  readonly tolerated?: readonly ReportReason[];
  /** The rule by which other report bytes are the same report, or undefined. */
  readonly exempt?: (changed: Uint8Array) => string | undefined;
  readonly stride?: number;
}

const crypto = rememberTrueChecks(nodeProofCrypto);
const otherSpelling = 'another spelling of the same values in an envelope that nobody signs';

/** Every piece of a sample. Throws if the sample itself is not accepted, since the results would mean nothing. */
export async function toSubjects(sample: HardwareSample, note: (text: string) => void): Promise<Subject[]> {
  const { input, name } = sample;
  const sound = await verify(sample, input);
  if (!isAccepted(sample, sound)) throw new Error(`${name} itself is refused: ${sound.reasons.join(', ')}`);
  const subjects = [toReportSubject(sample)];
  for (const piece of toPieces(input)) {
    const without = await verify(sample, piece.replace([]));
    if (isAccepted(sample, without) && worthOf(without) === worthOf(sound)) {
      note(`${name}: nothing depends on ${piece.name} (${piece.bytes.length} bytes), so it is not tried`);
      continue;
    }
    subjects.push({
      name: `${name} ${piece.name}`,
      bytes: Uint8Array.from(piece.bytes),
      ...(sample.stride === undefined ? {} : { stride: sample.stride }),
      async judge(changed) {
        const verdict = await verify(sample, piece.replace([changed]));
        // Refused, or worth no more than without the piece: the change gained nothing.
        if (!isAccepted(sample, verdict) || worthOf(verdict) === worthOf(without)) return 'held';
        return piece.isSame(changed) ? { exempt: otherSpelling } : 'wrong';
      },
    });
  }
  return subjects;
}

function toReportSubject(sample: HardwareSample): Subject {
  const { input, name, exempt } = sample;
  return {
    name: `${name} report`,
    bytes: Uint8Array.from(input.report),
    ...(sample.stride === undefined ? {} : { stride: sample.stride }),
    async judge(report): Promise<Answer> {
      const verdict = await verify(sample, { ...input, report });
      if (!isAccepted(sample, verdict)) return 'held';
      const rule = exempt?.(report);
      return rule === undefined ? 'wrong' : { exempt: rule };
    },
  };
}

const verify = ({ kind }: HardwareSample, input: Omit<ReportInput, 'crypto'>) =>
  verifyReport(kind, { crypto, ...input });

function isAccepted({ tolerated = [] }: HardwareSample, { reasons }: ReportVerdict): boolean {
  return reasons.every((reason) => tolerated.includes(reason));
}

/** The value of a verdict to a relying party. */
function worthOf({ tier, vector, tcb_status, advisories }: ReportVerdict): string {
  return JSON.stringify([tier, vector, tcb_status, advisories]);
}

interface Piece {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The input with these bytes in place of the piece. */
  replace(changed: readonly Uint8Array[]): Omit<ReportInput, 'crypto'>;
  isSame(changed: Uint8Array): boolean;
}

const noCollateral: Collateral = { revocationLists: [], documents: [], certificates: [] };

function toPieces(input: Omit<ReportInput, 'crypto'>): Piece[] {
  const { certificates, collateral = noCollateral } = input;
  const splice = <Item>(list: readonly Item[], at: number, items: readonly Item[]) => list.toSpliced(at, 1, ...items);
  const beside = certificates.map((bytes, at): Piece => {
    const replace = (changed: readonly Uint8Array[]) => ({ ...input, certificates: splice(certificates, at, changed) });
    return { name: `certificate ${at + 1}`, bytes, replace, isSame: () => false };
  });
  const part = (key: 'revocationLists' | 'certificates', title: string) =>
    collateral[key].map((bytes, at): Piece => {
      const replace = (changed: readonly Uint8Array[]) => ({
        ...input,
        collateral: { ...collateral, [key]: splice(collateral[key], at, changed) },
      });
      return { name: `${title} ${at + 1}`, bytes, replace, isSame: () => false };
    });
  const documents = collateral.documents.map((text, at): Piece => {
    const replace = (changed: readonly Uint8Array[]) => ({
      ...input,
      collateral: { ...collateral, documents: splice(collateral.documents, at, changed.map(toText)) },
    });
    const contents = JSON.stringify(readDocument(text));
    const isSame = (changed: Uint8Array) => JSON.stringify(readDocument(toText(changed))) === contents;
    return { name: `document ${at + 1}`, bytes: new TextEncoder().encode(text), replace, isSame };
  });
  return [...beside, ...part('revocationLists', 'list'), ...part('certificates', 'issuer'), ...documents];
}

/** As a file is read; a flip that breaks UTF-8 becomes a replacement character. */
function toText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
