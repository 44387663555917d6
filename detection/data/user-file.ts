/** A user's labelled file: `text,label` as CSV, JSON lines or one JSON list, in the format of `assay feedback export`. */
import { Type } from 'typebox';
import { createCheck } from './checked.ts';
import { type CsvRecord, parseCsv } from './csv.ts';
import { parseJson, parseJsonLines } from './jsonl.ts';
import type { LabelledSpan, Row } from './row.ts';

export interface UserFile {
  readonly rows: readonly Row[];
  /** Unknown columns or members, reported so that a misspelt one is noticed. */
  readonly unused: readonly string[];
}

/**
 * Reads a labelled file. Required: `text` and `label` (1, 0, true, false). Optional: `category`, `language`,
 * `user_input` (the user's request if `text` is external content), `source`, and in JSON also `sources`, `labels` and `spans`. A
 * row without `source` gets the file's name.
 *
 * @param name Ends in `.csv`, `.jsonl`, `.ndjson` or `.json`; otherwise the first character decides.
 * @throws Error naming file and line of the first invalid row.
 */
export function parseUserFile(content: string, name: string): UserFile {
  const source = name.replace(/^.*[\\/]/, '');
  const text = content.startsWith('\ufeff') ? content.slice(1) : content;
  const file = formatOf(text, source) === 'csv' ? readCsvRows(text, name, source) : readJsonRows(text, name, source);
  if (file.rows.length === 0) throw new Error(`${name} holds no rows`);
  return file;
}

/** Schema of a JSON row. */
const rowShape = {
  text: Type.String(),
  label: Type.Union([Type.Literal(0), Type.Literal(1), Type.Boolean(), Type.String()]),
  category: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  language: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  user_input: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  source: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  sources: Type.Optional(Type.Array(Type.Object({ id: Type.String(), text: Type.String() }))),
  labels: Type.Optional(Type.Record(Type.String(), Type.Union([Type.Literal(0), Type.Literal(1)]))),
  spans: Type.Optional(
    Type.Array(
      Type.Object({
        type: Type.String({ minLength: 1 }),
        start: Type.Integer({ minimum: 0 }),
        end: Type.Integer({ minimum: 0 }),
      }),
    ),
  ),
};
const checkRow = createCheck(Type.Object(rowShape));
const csvColumns = ['text', 'label', 'category', 'language', 'user_input', 'source'];
const checkList = createCheck(Type.Array(Type.Unknown()));

function formatOf(text: string, name: string): 'csv' | 'jsonl' | 'json' {
  if (/\.csv$/i.test(name)) return 'csv';
  if (/^\s*\[/.test(text)) return 'json';
  if (/\.(?:jsonl|ndjson|json)$/i.test(name) || /^\s*\{/.test(text)) return 'jsonl';
  return 'csv';
}

function readCsvRows(text: string, name: string, source: string): UserFile {
  const { columns, records } = parseCsv(text, name);
  for (const column of ['text', 'label']) {
    if (!columns.includes(column))
      throw new Error(`${name} has no column ${column}; its first line must name the columns`);
  }
  const rows = records.map((record: CsvRecord) => {
    const row: Row = {
      text: record.get('text'),
      label: toLabel(record.get('label'), `${name}, line ${record.line}`),
      source: record.find('source') || source,
    };
    return withDetails(row, {
      category: record.find('category'),
      language: record.find('language'),
      userInput: record.find('user_input'),
    });
  });
  return { rows, unused: columns.filter((column) => !csvColumns.includes(column)) };
}

function readJsonRows(text: string, name: string, source: string): UserFile {
  const unused = new Set<string>();
  const entries =
    formatOf(text, name) === 'json'
      ? checkList(parseJson(text, name), name).map((value, index) => ({ value, place: `${name}, entry ${index + 1}` }))
      : parseJsonLines(text, name).map(({ line, value }) => ({ value, place: `${name}, line ${line}` }));
  const rows = entries.map(({ value, place }) => {
    const entry = checkRow(value, place);
    for (const member of Object.keys(entry)) if (!Object.hasOwn(rowShape, member)) unused.add(member);
    const row: Row = { text: entry.text, label: toLabel(entry.label, place), source: entry.source || source };
    const { category, language, user_input: userInput, sources, labels, spans } = entry;
    const detailed = withDetails(row, { category, language, userInput });
    if (spans !== undefined) assertSpans(spans, entry.text, place);
    return {
      ...detailed,
      ...(sources === undefined ? {} : { sources }),
      ...(labels === undefined ? {} : { labels }),
      ...(spans === undefined ? {} : { spans }),
    };
  });
  return { rows, unused: [...unused] };
}

/** Adds members that are present and not empty. */
function withDetails(
  row: Row,
  details: Readonly<Record<'category' | 'language' | 'userInput', string | null | undefined>>,
): Row {
  return { ...row, ...Object.fromEntries(Object.entries(details).filter(([, value]) => value)) };
}

function toLabel(label: number | boolean | string, place: string): 0 | 1 {
  const text = String(label).trim().toLowerCase();
  if (['1', '1.0', 'true'].includes(text)) return 1;
  if (['0', '0.0', 'false'].includes(text)) return 0;
  throw new Error(`${place}: the label must be 1 or 0 (or true or false), not ${JSON.stringify(label).slice(0, 40)}`);
}

function assertSpans(spans: readonly LabelledSpan[], text: string, place: string): void {
  for (const { type, start, end } of spans) {
    if (start < end && end <= text.length) continue;
    throw new Error(
      `${place}: the span ${type} from ${start} to ${end} is not within the text of ${text.length} units`,
    );
  }
}
