/** Positions for nodes that have none: in columns by how far they are from the input, as a person would draw them. */
import type { GraphEdge } from '../../../contract/api/workflows/graph.ts';

export interface Position {
  readonly x: number;
  readonly y: number;
}

const columnWidth = 240;
const rowHeight = 120;

/** A position for each id. Each edge is looked at once. */
export function layOut(
  ids: readonly string[],
  inputId: string | undefined,
  edges: readonly Pick<GraphEdge, 'source' | 'target'>[],
): Map<string, Position> {
  const targets = new Map<string, string[]>();
  for (const { source, target } of edges) {
    const known = targets.get(source);
    if (known === undefined) targets.set(source, [target]);
    else known.push(target);
  }
  const columns = new Map<string, number>(inputId === undefined ? [] : [[inputId, 0]]);
  // A map is gone through in the order in which it grows: breadth first.
  for (const [id, column] of columns) {
    for (const target of targets.get(id) ?? []) if (!columns.has(target)) columns.set(target, column + 1);
  }
  const rows = new Map<number, number>();
  return new Map(
    ids.map((id) => {
      const column = columns.get(id) ?? 0;
      const row = rows.get(column) ?? 0;
      rows.set(column, row + 1);
      return [id, { x: column * columnWidth, y: row * rowHeight }];
    }),
  );
}
