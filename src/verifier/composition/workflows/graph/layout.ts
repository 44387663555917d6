/** Lays out nodes that have no position, in columns by distance from the input. */
import type { GraphEdge } from '../../../../contract/api/workflows/graph.ts';

export interface Position {
  readonly x: number;
  readonly y: number;
}

const columnWidth = 240;
const rowHeight = 120;

/** Gives a position for each id. Looks at each edge once. */
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
  // Iterating a map visits entries added meanwhile: breadth first.
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
