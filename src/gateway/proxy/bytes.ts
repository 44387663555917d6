/** Opens what stands where bytes are expected: base64 or a data URL. Text in it is read, however it is written there. */

export interface OpenedBytes {
  /** Base64 of some length: there is more in it than its letters show. */
  readonly isBytes: boolean;
  /** The letters are to be read as they stand. */
  readonly isRead: boolean;
  /** The text that the bytes are. */
  readonly text?: string;
}

/** Shorter runs of base64 can be keys and names: they are read as they stand, and so is the text that they decode to. */
const shortestBytes = 64;
/** A sealed thought is shorter. Letters of a longer run without a known start are sound or the like, and only listed. */
const longestRead = 16_384;
/** A name of a few letters that happens to be base64 decodes to fewer characters. */
const shortestText = 8;
/** So much of the start is looked at to tell text from other bytes. */
const lookedAt = 4096;
const dataUrl = /^data:([^,]{0,256}),/i;
const isBase64Url = /;\s*base64\s*$/i;
const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** How files of known formats start, in base64: what starts so is no written text. */
const fileStarts =
  /^(?:iVBORw0KG|\/9j\/|R0lGOD|UklGR|JVBERi0|T2dnU|ZkxhQ|SUQz|\/\/[s-vE-Hk-nM-P]|AAAA.[GWm2]Z0eX|GkXfo|UEsDB|SUkqA|TU0AK|Qk[0-3]|H4sI|0M8R4KGx)/;

/** Looks into a text in whose place bytes are expected. */
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
  // Lenient decoders skip what is no letter of base64.
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

/** In which characters the bytes are text, of which the last may be cut; undefined for other bytes. */
function findCharset(bytes: Uint8Array): Charset | undefined {
  if (bytes.length === 0) return undefined;
  const charset = guessCharset(bytes);
  const text = new TextDecoder(charset).decode(bytes);
  let odd = 0;
  for (let at = 0; at < text.length; at++) if (isOdd(text.charCodeAt(at))) odd++;
  const mostOdd = text.length < shortestBytes ? 0 : 1 + text.length / 50;
  return text.length >= shortestText && odd <= mostOdd ? charset : undefined;
}

/** A control character, or the mark that stands for bytes that are no character. */
function isOdd(code: number): boolean {
  return code < 9 || (code > 13 && code < 32) || code === 127 || code === 0xfffd;
}

/** By its mark, or by zeros: in UTF-16 every second byte of most texts is one. */
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
