/** The speed table: rows, and how they are printed. */
import { cpus, totalmem } from 'node:os';

export interface Row {
  readonly id: string;
  readonly value: number;
  readonly unit: string;
  /** Baseline in the same run; null if the value stands alone. */
  readonly baseline: number | null;
  readonly ratio: number | null;
  readonly must?: string;
}

export interface Group {
  readonly name: string;
  readonly summary: string;
  run(options: GroupOptions): Promise<Row[]>;
}

export interface GroupOptions {
  readonly peers: readonly string[];
  readonly progress: (message: string) => void;
}

export function machine() {
  const [cpu] = cpus();
  return {
    cpus: cpus().length,
    model: cpu?.model ?? 'unknown',
    memory_gib: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
  };
}

export function renderTable(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.id,
    `${format(row.value)} ${row.unit}`,
    row.baseline === null ? '-' : format(row.baseline),
    row.ratio === null ? '-' : `${(row.ratio * 100).toFixed(1)} %`,
    row.must ?? '-',
  ]);
  const head = ['row', 'measured', 'baseline', 'ratio', 'must'];
  const widths = head.map((title, column) => Math.max(title.length, ...cells.map((cell) => cell[column]?.length ?? 0)));
  const line = (cell: readonly string[]) => cell.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  ');
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join('\n');
}

function format(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(2) : value.toFixed(4);
}
