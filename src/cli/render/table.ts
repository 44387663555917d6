/** Tables in plain text, and JSON that is safe to show on a terminal. */
import { toShownJson } from '../../platform/shown-json.ts';

/** Columns padded to their widest cell; `paint` colours a cell after it was padded. */
export function renderTable(
  rows: readonly (readonly string[])[],
  paint: (cell: string, column: number, row: number) => string = (cell) => cell,
): string {
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  const lines = rows.map((row, index) =>
    row
      .map((cell, column) => paint(column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0), column, index))
      .join('  ')
      .trimEnd(),
  );
  return lines.map((line) => `${line}\n`).join('');
}

/** `name  value` lines. */
export function renderFacts(facts: readonly (readonly [name: string, value: string])[], indent = ''): string {
  const width = Math.max(...facts.map(([name]) => name.length));
  return facts.map(([name, value]) => `${indent}${name.padEnd(width)}  ${value}\n`).join('');
}

/** Breaks text into lines of at most `width` characters at spaces; a longer word stays whole. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      if (line !== '' && line.length + 1 + word.length > width) {
        lines.push(line);
        line = word;
      } else {
        line = line === '' ? word : `${line} ${word}`;
      }
    }
    lines.push(line);
  }
  return lines;
}

/**
 * JSON for people and programs. Characters that a terminal might obey (C1 controls, direction marks) are escaped; the
 * value is the same.
 */
export function toJsonText(value: unknown): string {
  return `${toShownJson(JSON.stringify(value, null, 2))}\n`;
}

/** The same in one line. */
export function toJsonLine(value: unknown): string {
  return `${toShownJson(JSON.stringify(value))}\n`;
}
