/** The local pin: how far the chain was once known to be durable. It may lag behind the log, never run ahead of it. */
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { canonicalize } from '../crypto/canonicalize.ts';
import type { FileSystem } from './file-system.ts';
import { ReceiptError } from './receipt-error.ts';

const PinSchema = Type.Object(
  {
    v: Type.Literal(1),
    chain_id: Type.String(),
    size: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    head: Type.Union([Type.String({ pattern: '^[0-9a-f]{64}$' }), Type.Null()]),
    /** The history before this process came from an import that nothing local could confirm. */
    unpinned: Type.Boolean(),
  },
  { additionalProperties: false },
);

export type Pin = Static<typeof PinSchema>;

const pinShape = Compile(PinSchema);
const pinFile = 'pin.json';
const maxPinBytes = 4096;

/** Reads the pin of a directory. @throws ReceiptError `corrupt` when it is not one. */
export async function loadPin(fileSystem: FileSystem, directory: string): Promise<Pin | undefined> {
  const file = await fileSystem.openRead(`${directory}/${pinFile}`);
  if (file === undefined) return undefined;
  try {
    const pin = parseJson(Buffer.from(await file.read(0, maxPinBytes)).toString('utf8'));
    if (pinShape.Check(pin)) return pin;
  } finally {
    await file.close();
  }
  throw new ReceiptError('corrupt', 'the pin of the chain is damaged; it was left untouched', {
    detail: { file: pinFile },
  });
}

/** Replaces the pin in one step. */
export async function savePin(fileSystem: FileSystem, directory: string, pin: Pin): Promise<void> {
  const temporary = `${directory}/${pinFile}.tmp`;
  await fileSystem.remove(temporary);
  const file = await fileSystem.create(temporary);
  if (file === false) throw new Error(`someone else writes ${temporary}`);
  try {
    await file.append(Buffer.from(canonicalize(pin)));
    await file.datasync();
  } finally {
    await file.close();
  }
  await fileSystem.rename(temporary, `${directory}/${pinFile}`);
  await fileSystem.syncDirectory(directory);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
