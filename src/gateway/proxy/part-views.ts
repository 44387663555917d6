/**
 * Derived views of the texts of a body: with escapes decoded, and with neighbouring texts of one list joined. The
 * receiving side decodes and joins, so auditors must see words that only then appear. Spans in a view map to spans in
 * its texts.
 */
import type { PartView, TextPart } from './api.ts';
import { decodeEscapes } from './json-view.ts';

/** A view to add to the field of its texts: pieces that follow each other without anything in between. */
export type ExtraView = readonly Piece[];

export interface Piece {
  readonly text: string;
  readonly view: PartView;
}

/** Characters on each side of a seam that are checked; no token or number is longer than both together. */
const seamChars = 64;

/** Gives the view of a text with its escapes decoded, if it has any. */
export function viewDecodedEscapes(part: TextPart): ExtraView {
  const decoded = decodeEscapes(part.text);
  return decoded === undefined ? [] : [{ text: decoded.text, view: { of: part, offsets: decoded.offsets } }];
}

/** Gives the views of the positions where texts of a list meet inside a word or a number. */
export function viewPartBoundaries(parts: readonly TextPart[]): readonly ExtraView[] {
  const looks: ExtraView[] = [];
  let open: Piece[] = [];
  const close = (): void => {
    if (open.length > 1) looks.push(open);
    open = [];
  };
  let before: TextPart | undefined;
  for (const part of parts) {
    if (before === undefined || !meet(before.text, part.text)) close();
    if (before !== undefined && meet(before.text, part.text)) {
      if (open.length === 0)
        open.push(toPiece(before, Math.max(0, before.text.length - seamChars), before.text.length));
      const isShort = part.text.length <= 2 * seamChars;
      open.push(toPiece(part, 0, isShort ? part.text.length : seamChars));
      if (!isShort) close();
    }
    before = part;
  }
  close();
  return looks;
}

const endsInside = /[\p{L}\p{N}_+/=@.-]$|\p{N}[ -]$/u;
const startsInside = /^(?:[\p{L}\p{N}_+/=@.-]|[ -]\p{N})/u;

function meet(left: string, right: string): boolean {
  return endsInside.test(left.slice(-2)) && startsInside.test(right.slice(0, 2));
}

function toPiece(of: TextPart, from: number, to: number): Piece {
  const offsets = Uint32Array.from({ length: to - from + 1 }, (_, at) => from + at);
  return { text: of.text.slice(from, to), view: { of, offsets } };
}

/** The list that contains the text of a part or block; undefined for every other text. */
export function listOf({ pointer, into, form, role }: TextPart): string | undefined {
  const place = form === 'text' ? /^(.*)\/\d+\/(text|refusal|thinking)$/.exec(pointer) : null;
  if (place === null) return undefined;
  // Clients join the texts of all messages of a response.
  const list = place[1]?.replace(/^\/output\/\d+\/content$/, `/output ${role}`);
  return `${into} ${place[2]} ${list}`;
}
