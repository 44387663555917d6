/** Converts the engine's UTF-8 byte offsets to the line and column of an editor. */

export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

/** Gives line and column (1-based, UTF-16 units) of a UTF-8 byte offset; an offset past the end is the end. */
export function positionOfByte(text: string, byteOffset: number): SourcePosition {
  return positionOfIndex(text, Buffer.from(text, 'utf8').subarray(0, byteOffset).toString('utf8').length);
}

/** Gives line and column (1-based) of a string index. */
export function positionOfIndex(text: string, index: number): SourcePosition {
  const before = text.slice(0, index);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: before.length - lineStart + 1 };
}
