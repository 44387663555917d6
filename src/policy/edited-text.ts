/** Edits policy text in place without moving a line, and maps places of the edited text to the author's. */
import { positionOfIndex, type SourcePosition } from './source-position.ts';

/** Replaces the text from `start` to `end`. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface EditedText {
  readonly text: string;
  /** Maps a place of the edited text to the author's text. */
  toSource(position: SourcePosition): SourcePosition;
}

/** Applies edits that do not overlap. Each keeps the line breaks of the replaced text, so lines stay in place. */
export function editText(source: string, edits: readonly TextEdit[]): EditedText {
  const sorted = [...edits].sort((left, right) => left.start - right.start);
  let text = '';
  let from = 0;
  const moved = sorted.map(({ start, end, text: replacement }) => {
    const lines = source.slice(start, end).split('\n').length - 1;
    text += source.slice(from, start);
    const at = positionOfIndex(text, text.length);
    const written = `${replacement}${'\n'.repeat(lines)}`;
    const original = positionOfIndex(source, start);
    text += written;
    from = end;
    // After a line break in the edit, its last line starts anew.
    return { ...at, original, added: replacement.length, removed: lines === 0 ? end - start : undefined };
  });
  text += source.slice(from);
  return {
    text,
    toSource({ line, column }) {
      let shift = 0;
      for (const edit of moved) {
        if (edit.line !== line || column < edit.column) continue;
        if (column < edit.column + edit.added) return edit.original;
        if (edit.removed !== undefined) shift += edit.added - edit.removed;
      }
      return { line, column: Math.max(1, column - shift) };
    },
  };
}

const skipped = /(?:\s+|\/\/[^\n]*)*/y;
const annotation = /@\s*([A-Za-z_][A-Za-z0-9_]*)(?:\s*\(\s*"(?:[^"\\]|\\.)*"\s*\))?/y;

/** Finds a policy's own annotation in its text. A value may hold anything, so the head is read from its start. */
export function findAnnotation(policy: string, name: string): { start: number; end: number } | undefined {
  let at = 0;
  for (;;) {
    skipped.lastIndex = at;
    skipped.exec(policy);
    const start = skipped.lastIndex;
    annotation.lastIndex = start;
    const match = annotation.exec(policy);
    if (match === null) return undefined;
    if (match[1] === name) return { start, end: annotation.lastIndex };
    at = annotation.lastIndex;
  }
}
