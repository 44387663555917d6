/** Reads files with one JSON value per line. */

export interface JsonLine {
  /** From 1. */
  readonly line: number;
  readonly value: unknown;
}

/** Reads every non-blank line. @throws Error naming file and line of invalid JSON. */
export function parseJsonLines(text: string, file: string): JsonLine[] {
  const lines = (text.startsWith('\ufeff') ? text.slice(1) : text).split('\n');
  return lines.flatMap((content, index) => {
    const line = index + 1;
    return content.trim() === '' ? [] : [{ line, value: parseJson(content, `${file}, line ${line}`) }];
  });
}

/** Reads one JSON value. @throws Error naming the place of invalid JSON. */
export function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${place}: no JSON`, { cause });
  }
}
