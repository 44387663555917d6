/** Two definitions of a tool, line by line, side by side. */

export interface DiffRow {
  readonly kind: 'same' | 'removed' | 'added' | 'changed';
  /** Undefined where this side has no such line. */
  readonly left: string | undefined;
  readonly right: string | undefined;
}

/** Lines of one side; beyond, a comparison would hold up the page. */
const mostLines = 1_500;

/** Members in the order of their names, so that only what differs in value differs in the lines. */
export function toLines(definition: unknown): readonly string[] {
  if (definition === null || definition === undefined) return [];
  return JSON.stringify(sorted(definition), undefined, 2).split('\n');
}

/** Undefined if the definitions are too long. */
export function diffLines(left: readonly string[], right: readonly string[]): readonly DiffRow[] | undefined {
  if (left.length > mostLines || right.length > mostLines) return undefined;
  const lengths = commonLengths(left, right);
  const width = right.length + 1;
  const rows: DiffRow[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const flush = () => {
    for (let index = 0; index < Math.max(removed.length, added.length); index += 1) {
      const [old, fresh] = [removed[index], added[index]];
      const kind = old === undefined ? 'added' : fresh === undefined ? 'removed' : 'changed';
      rows.push({ kind, left: old, right: fresh });
    }
    removed = [];
    added = [];
  };
  let [row, column] = [0, 0];
  while (row < left.length || column < right.length) {
    const [old, fresh] = [left[row], right[column]];
    if (old !== undefined && old === fresh) {
      flush();
      rows.push({ kind: 'same', left: old, right: fresh });
      row += 1;
      column += 1;
      continue;
    }
    const below = lengths[(row + 1) * width + column] ?? 0;
    const beside = lengths[row * width + column + 1] ?? 0;
    if (old !== undefined && (fresh === undefined || below >= beside)) {
      removed.push(old);
      row += 1;
    } else if (fresh !== undefined) {
      added.push(fresh);
      column += 1;
    }
  }
  flush();
  return rows;
}

/** Lengths of the longest common rest from each pair of places on, row by row. */
function commonLengths(left: readonly string[], right: readonly string[]): Uint16Array {
  const width = right.length + 1;
  const lengths = new Uint16Array((left.length + 1) * width);
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      const at = row * width + column;
      lengths[at] =
        left[row] === right[column]
          ? (lengths[at + width + 1] ?? 0) + 1
          : Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0);
    }
  }
  return lengths;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([first], [second]) => (first < second ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}
