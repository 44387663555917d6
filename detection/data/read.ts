/** Reads records from the data folder and counts them for the model card. */
import { type CsvRecord, parseCsv } from './csv.ts';
import type { DataFolder } from './folder.ts';
import { type JsonLine, parseJson, parseJsonLines } from './jsonl.ts';

export async function readCsv(data: DataFolder, file: string): Promise<readonly CsvRecord[]> {
  const { records } = parseCsv(await data.read(file), file);
  data.countRows(file, records.length);
  return records;
}

export async function readJsonLines(data: DataFolder, file: string): Promise<readonly JsonLine[]> {
  const lines = parseJsonLines(await data.read(file), file);
  data.countRows(file, lines.length);
  return lines;
}

/** Reads a JSON list; the caller's check checks each item. */
export async function readJsonList<T>(
  data: DataFolder,
  file: string,
  check: (value: unknown, place: string) => readonly T[],
): Promise<readonly T[]> {
  const list = check(parseJson(await data.read(file), file), file);
  data.countRows(file, list.length);
  return list;
}

/** Reads the non-blank lines of a text file. */
export async function readLines(data: DataFolder, file: string): Promise<readonly string[]> {
  const lines = (await data.read(file)).split(/\r?\n/).map((line) => line.trim());
  const kept = lines.filter((line) => line !== '');
  data.countRows(file, kept.length);
  return kept;
}
