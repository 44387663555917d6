/** Reads comma-separated files (RFC 4180) of labelled data: quoted fields, line breaks in them, doubled quotes. */

export interface CsvRecord {
  /** Line of the file on which the record starts, from 1. */
  readonly line: number;
  /** Value of a column. @throws Error naming file and column if the header lacks it. */
  get(column: string): string;
  /** Value of an optional column. */
  find(column: string): string | undefined;
}

export interface CsvTable {
  readonly columns: readonly string[];
  readonly records: readonly CsvRecord[];
}

/**
 * Reads a file whose first record names the columns. Drops a byte order mark; lines end in LF, CRLF or CR.
 *
 * @throws Error naming file and line of a record with another number of fields, or of a misplaced quote.
 */
export function parseCsv(text: string, file: string): CsvTable {
  const [header, ...rows] = splitRecords(text.startsWith('\ufeff') ? text.slice(1) : text, file);
  if (header === undefined) throw new Error(`${file} is empty`);
  const columns = header.fields;
  const places = new Map(columns.map((name, index) => [name, index]));
  if (places.size !== columns.length) throw new Error(`${file}: a column stands twice in the header`);
  return { columns, records: rows.map((row) => toRecord(row, places, file)) };
}

interface Fields {
  readonly line: number;
  readonly fields: readonly string[];
}

function toRecord({ line, fields }: Fields, places: ReadonlyMap<string, number>, file: string): CsvRecord {
  if (fields.length !== places.size) {
    throw new Error(`${file}, line ${line}: ${fields.length} fields where the header has ${places.size}`);
  }
  const find = (column: string): string | undefined => {
    const place = places.get(column);
    return place === undefined ? undefined : fields[place];
  };
  return {
    line,
    find,
    get(column) {
      const value = find(column);
      if (value === undefined) throw new Error(`${file} has no column ${JSON.stringify(column)}`);
      return value;
    },
  };
}

function splitRecords(text: string, file: string): Fields[] {
  const records: Fields[] = [];
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const startLine = line;
    const fields: string[] = [];
    for (;;) {
      const field = text[at] === '"' ? readQuoted(text, at, `${file}, line ${line}`) : readPlain(text, at);
      fields.push(field.value);
      line += field.lines;
      at = field.end;
      if (text[at] !== ',') break;
      at += 1;
    }
    if (at < text.length) {
      if (text[at] !== '\n' && text[at] !== '\r') throw new Error(`${file}, line ${line}: text after a closing quote`);
      at += text.startsWith('\r\n', at) ? 2 : 1;
      line += 1;
    }
    // An empty line at the end is no record.
    if (fields.length > 1 || fields[0] !== '') records.push({ line: startLine, fields });
  }
  return records;
}

interface Field {
  readonly value: string;
  readonly end: number;
  /** Number of line ends within it. */
  readonly lines: number;
}

function readPlain(text: string, start: number): Field {
  let end = start;
  while (end < text.length && text[end] !== ',' && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { value: text.slice(start, end), end, lines: 0 };
}

function readQuoted(text: string, start: number, place: string): Field {
  const parts: string[] = [];
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) throw new Error(`${place}: a quote is never closed`);
    parts.push(text.slice(from, quote));
    if (text[quote + 1] !== '"') {
      const value = parts.join('');
      return { value, end: quote + 1, lines: countLineEnds(value) };
    }
    parts.push('"');
    from = quote + 2;
  }
}

function countLineEnds(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n')) count += 1;
  }
  return count;
}
