/** The local pin: how far the chain was known to be durable. It may lag behind the log, never run ahead of it. */
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { canonicalize } from '../crypto/canonicalize.ts';
import type { FileSystem } from './file-system.ts';
import { parseJson } from './parse-json.ts';
import { ReceiptError } from './receipt-error.ts';
import { readSmallFile, replaceFile } from './replace-file.ts';

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

/** Reads the pin of a directory. @throws ReceiptError `corrupt` when it is invalid */
export async function loadPin(fileSystem: FileSystem, directory: string): Promise<Pin | undefined> {
  const text = await readSmallFile(fileSystem, `${directory}/${pinFile}`, maxPinBytes);
  if (text === undefined) return undefined;
  const pin = parseJson(text);
  if (pinShape.Check(pin)) return pin;
  throw new ReceiptError('corrupt', 'the pin of the chain is damaged; it was left untouched', {
    detail: { file: pinFile },
  });
}

/** Replaces the pin atomically. */
export async function savePin(fileSystem: FileSystem, directory: string, pin: Pin): Promise<void> {
  await replaceFile(fileSystem, directory, pinFile, Buffer.from(canonicalize(pin)));
}
