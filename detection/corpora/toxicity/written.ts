/** Our hand-written rows: `written/*.jsonl`, each line checked before training. */
import { readdirSync, readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { categories } from '../../../src/auditors/toxicity/categories.ts';
import { createCheck } from '../../data/checked.ts';
import { parseJsonLines } from '../../data/jsonl.ts';
import type { Row } from '../../data/row.ts';

/** Source of every row. */
export const writtenSource = 'own.written';

const folder = new URL('written/', import.meta.url);

const Truth = Type.Union([Type.Literal(0), Type.Literal(1)]);

const checkRow = createCheck(
  Type.Object(
    {
      text: Type.String({ minLength: 1 }),
      label: Truth,
      category: Type.String({ pattern: '^[a-z][a-z-]*$' }),
      language: Type.String({ pattern: '^[a-z]{2}$' }),
      labels: Type.Optional(
        Type.Record(Type.String({ pattern: `^(?:${categories.join('|')})$` }), Truth, { additionalProperties: false }),
      ),
    },
    { additionalProperties: false },
  ),
);

/** Reads the rows, files in order of name. @throws Error naming file and line of an invalid row. */
export function writtenRows(): Row[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => parseWritten(readFileSync(new URL(name, folder), 'utf8'), name));
}

/** Reads the rows of one file. @throws Error naming file and line of an invalid row. */
export function parseWritten(content: string, file: string): Row[] {
  return parseJsonLines(content, file).map(({ line, value }): Row => {
    const { labels, ...row } = checkRow(value, `${file}, line ${line}`);
    return { ...row, source: writtenSource, ...(labels === undefined ? {} : { labels: { ...labels } }) };
  });
}
