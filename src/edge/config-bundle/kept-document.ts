/**
 * Keeps the last good bundle or standing in the data folder, with the keys that may sign the next one, for starts while
 * the verifier is away.
 *
 * One file, replaced as a whole: keys that do not fit the document beside them would lock the gateway out of it.
 */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseForeignJson } from '../../clients/bounded-body.ts';
import { type BundleKey, BundleKeySchema } from '../../contract/control/config-bundle.ts';
import type { DataDir } from '../../platform/data-dir.ts';

export interface KeptDocument {
  readonly jws: string;
  readonly keys: readonly BundleKey[];
  /** Highest revision that was used, by lineage: a lower one is never accepted. */
  readonly revisions: Readonly<Record<string, number>>;
  /** The time when it was taken, in milliseconds since the epoch. */
  readonly taken_ms: number;
}

const check = Compile(
  Type.Object({
    jws: Type.String(),
    keys: Type.Array(BundleKeySchema),
    revisions: Type.Record(Type.String(), Type.Integer({ minimum: 0 })),
    taken_ms: Type.Integer(),
  }),
);

/** The content of the file: nothing, a document that is still to be checked, or an unreadable text. */
export type KeptReading = { readonly kept: KeptDocument | undefined } | { readonly damaged: string };

export async function loadKept(dataDir: DataDir, file: string): Promise<KeptReading> {
  const bytes = await dataDir.read(file);
  if (bytes === undefined) return { kept: undefined };
  const value = parseForeignJson(bytes.toString('utf8'));
  return check.Check(value) ? { kept: value } : { damaged: `${dataDir.file(file)} is damaged` };
}

/** Durable when it resolves. */
export function saveKept(dataDir: DataDir, file: string, kept: KeptDocument): Promise<void> {
  return dataDir.write(file, JSON.stringify(kept));
}
