/** Tells bytes that stand in a text, as base64 or as a data URL, from text that stands where bytes are expected. */

export interface OpenedBytes {
  /** No bytes: the text is to be read as it stands. */
  readonly isPlain: boolean;
  /** Bytes that are no text: there is nothing in them that a detector of text could find. */
  readonly isOpaque: boolean;
  /** The text that the bytes are. */
  readonly text?: string;
}

const plain: OpenedBytes = { isPlain: true, isOpaque: false };
const opaque: OpenedBytes = { isPlain: false, isOpaque: true };

/** Shorter runs of base64 are keys and names rather than files: they are read as they stand. */
const shortestBytes = 64;
/** So much of the start is looked at to tell text from other bytes. */
const lookedAt = 4096;
const dataUrl =
  /^data:(?:image\/(?:png|jpe?g|gif|webp|bmp|tiff|heic|avif|svg\+xml)|audio\/(?:wav|mpeg|mp3|ogg|flac|aac|webm)|video\/(?:mp4|webm|mpeg|quicktime)|application\/(?:pdf|octet-stream)|text\/plain);base64,/;
/** Of the whole text: anything else in it would be text beside the bytes. */
const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** Looks into a text in whose place bytes are expected. */
export function openBytes(text: string): OpenedBytes {
  const head = dataUrl.exec(text)?.[0].length ?? 0;
  const encoded = head === 0 ? text : text.slice(head);
  if (encoded.length < shortestBytes || !base64.test(encoded)) return plain;
  if (!isText(decode(encoded.slice(0, lookedAt)))) return opaque;
  return { isPlain: false, isOpaque: false, text: new TextDecoder().decode(decode(encoded)) };
}

function decode(encoded: string): Uint8Array {
  return Buffer.from(encoded, 'base64');
}

/** True for bytes that read as UTF-8 text; the last character may be cut. */
function isText(bytes: Uint8Array): boolean {
  let control = 0;
  for (const byte of bytes) if (byte < 9 || (byte > 13 && byte < 32) || byte === 127) control++;
  if (control * 50 > bytes.length) return false;
  const text = new TextDecoder().decode(bytes);
  const broken = text.split('\ufffd').length - 1;
  return broken <= 1 + text.length / 50;
}
