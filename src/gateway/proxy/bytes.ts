/** Decodes values where bytes are expected: base64 or a data URL. Text in them is read, in every encoding. */

export interface OpenedBytes {
  /** True for base64 of some length: its letters do not show its content. */
  readonly isBytes: boolean;
  /** True if the letters themselves are to be read. */
  readonly isRead: boolean;
  /** The decoded text, if the bytes are text. */
  readonly text?: string;
}

/** Shorter base64 can be keys and names: it is read as it stands, and so is the text that it decodes to. */
const shortestBytes = 64;
/**
 * Longer than a sealed thought. The letters of a longer run without a known start are audio or the like, and only
 * listed.
 */
const longestRead = 16_384;
/** A short name that happens to be base64 decodes to fewer characters. */
const shortestText = 8;
/** Bytes at the start that are checked to tell text from other bytes. */
const lookedAt = 4096;
const dataUrl = /^data:([^,]{0,256}),/i;
const isBase64Url = /;\s*base64\s*$/i;
const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** Starts of known file formats in base64: no written text begins like this. */
const fileStarts =
  /^(?:iVBORw0KG|\/9j\/|R0lGOD|UklGR|JVBERi0|T2dnU|ZkxhQ|SUQz|\/\/[s-vE-Hk-nM-P]|AAAA.[GWm2]Z0eX|GkXfo|UEsDB|SUkqA|TU0AK|Qk[0-3]|H4sI|0M8R4KGx)/;

/** Decodes a text where bytes are expected. */
export function openBytes(text: string): OpenedBytes {
  const [head, kind] = dataUrl.exec(text) ?? ['', ''];
  const payload = text.slice(head.length);
  if (head !== '' && !isBase64Url.test(kind ?? '')) {
    const plain = decodePercents(payload);
    return { isBytes: false, isRead: true, ...(plain === payload ? {} : { text: plain }) };
  }
  const packed = payload.includes('%') ? decodePercents(payload) : payload;
  const letters = packed.replaceAll(/\s+/g, '');
  const isClean = base64.test(letters);
  // Lenient decoders skip characters outside the base64 alphabet.
  const encoded = isClean ? letters : letters.replaceAll(/[^A-Za-z0-9+/_-]+/g, '');
  const isBytes = isClean && letters.length >= shortestBytes;
  const charset = findCharset(decode(encoded.slice(0, lookedAt)));
  if (charset !== undefined) {
    return { isBytes, isRead: !isBytes, text: new TextDecoder(charset).decode(decode(encoded)) };
  }
  return { isBytes, isRead: !isBytes || (letters.length <= longestRead && !fileStarts.test(letters)) };
}

function decode(encoded: string): Uint8Array {
  return Buffer.from(encoded, 'base64');
}

function decodePercents(text: string): string {
  return text.replaceAll(/(?:%[0-9A-Fa-f]{2})+/g, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}

type Charset = 'utf-8' | 'utf-16le' | 'utf-16be';

/** The charset in which the bytes are text (the last character may be cut); undefined for other bytes. */
function findCharset(bytes: Uint8Array): Charset | undefined {
  if (bytes.length === 0) return undefined;
  const charset = guessCharset(bytes);
  const text = new TextDecoder(charset).decode(bytes);
  let odd = 0;
  for (let at = 0; at < text.length; at++) if (isOdd(text.charCodeAt(at))) odd++;
  const maxOdd = text.length < shortestBytes ? 0 : 1 + text.length / 50;
  return text.length >= shortestText && odd <= maxOdd ? charset : undefined;
}

/** A control character, or the replacement character for invalid bytes. */
function isOdd(code: number): boolean {
  return code < 9 || (code > 13 && code < 32) || code === 127 || code === 0xfffd;
}

/** Detects UTF-16 by its byte order mark, or by zeros, which are every second byte of most texts. */
function guessCharset(bytes: Uint8Array): Charset {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  let even = 0;
  let uneven = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== 0) continue;
    if (at % 2 === 0) even++;
    else uneven++;
  }
  const many = bytes.length * 0.3;
  const few = bytes.length * 0.05;
  if (uneven > many && even < few) return 'utf-16le';
  return even > many && uneven < few ? 'utf-16be' : 'utf-8';
}
