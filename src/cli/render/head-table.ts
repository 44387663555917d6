/** A table under a bold head. */
import type { Style } from './style.ts';
import { renderTable } from './table.ts';

/** Rows under their head; `paint` colours cells of the body. */
export function renderHeadTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  style: Style,
  paint: (cell: string, column: number) => string = (cell) => cell,
): string {
  return renderTable([head, ...rows], (cell, column, row) => (row === 0 ? style.bold(cell) : paint(cell, column)));
}
