/** Input and result of a vendor's part: every file is checked, and nothing is written yet. */
import type { ProofCrypto } from '@assay/sdk/crypto';
import type { Findings } from '../../proof/reports/findings.ts';
import type { ReportInput } from '../../proof/reports/input.ts';
import type { VendorRoot } from '../../proof/reports/roots.ts';
import type { CollateralFile, FetchPiece, Piece } from './source.ts';

/** What both vendors' parts are given. */
export interface GatherContext {
  readonly crypto: ProofCrypto;
  readonly now: number;
  readonly roots: readonly VendorRoot[];
  /** The user's own DER certificates. */
  readonly certificates: readonly Uint8Array[];
  readonly fetchPiece: FetchPiece;
  /** Reads a file of the output folder; undefined if missing. */
  readonly readExisting: (name: string) => Promise<Uint8Array | undefined>;
}

/** Origin of a file. */
export type CollectedFrom = 'fetched' | 'at_hand' | 'newer_at_hand';

/** A checked file with its origin. */
export interface CollectedFile extends CollateralFile {
  readonly from: CollectedFrom;
  /** URL it was fetched from; null for an available one. */
  readonly source: string | null;
}

/** The collateral of one report. */
export interface Collected {
  /** The platform of the report: members for `--json`, as text. */
  readonly platform: Readonly<Record<string, string>>;
  readonly files: readonly CollectedFile[];
  /** Sentences on parts of a full check that no vendor hands out. */
  readonly missing: readonly string[];
}

/** Fetches one piece. A mirror may lag behind: a valid piece in the folder that was issued later is kept. */
export async function gatherFresh(piece: Piece, { fetchPiece, readExisting }: GatherContext): Promise<CollectedFile[]> {
  const { files, answer, source } = await fetchPiece(piece);
  const [main] = files;
  const existing = await readExisting(main.name);
  const checked = existing === undefined ? undefined : await piece.check({ ...answer, bytes: existing });
  if (typeof checked === 'object' && checked[0].name === main.name && checked[0].issuedAt > main.issuedAt) {
    const [kept, ...issuers] = checked;
    return [{ from: 'newer_at_hand', source: null, ...kept }, ...issuers.map((file) => toFetched(file, source))];
  }
  return files.map((file) => toFetched(file, source));
}

function toFetched(file: CollateralFile, source: string): CollectedFile {
  return { from: 'fetched', source, ...file };
}

/** Fetches one piece that never changes, unless the folder has it. */
export async function gatherOnce(piece: Piece, name: string, context: GatherContext): Promise<CollectedFile[]> {
  const existing = await context.readExisting(name);
  const checked = existing === undefined ? undefined : await piece.check({ bytes: existing, header: () => undefined });
  if (typeof checked === 'object') return checked.map((file) => ({ from: 'at_hand', source: null, ...file }));
  const { files, source } = await context.fetchPiece(piece);
  return files.map((file) => toFetched(file, source));
}

/** Gives the input for the check of a part, such as a chain. */
export function toPartInput(report: Uint8Array, { crypto, now, roots }: GatherContext): ReportInput {
  return { report, certificates: [], now, crypto, roots, policy: {} };
}

/** Joins the findings into one text; undefined if there are none. */
export function toProblem({ list }: Findings): string | undefined {
  return list.length === 0 ? undefined : [...new Set(list.map(({ message }) => message))].join('; ');
}
