/** Reads the files of the data folder into records and counts them, for the card of what is made from them. */
import { type CsvRecord, parseCsv } from './csv.ts';
import type { DataFolder } from './folder.ts';
import { type JsonLine, parseJson, parseJsonLines } from './jsonl.ts';

/** Records of a file of comma-separated values. */
export async function readCsv(data: DataFolder, file: string): Promise<readonly CsvRecord[]> {
  const { records } = parseCsv(await data.read(file), file);
  data.countRows(file, records.length);
  return records;
}

/** Values of a file of one JSON value a line. */
export async function readJsonLines(data: DataFolder, file: string): Promise<readonly JsonLine[]> {
  const lines = parseJsonLines(await data.read(file), file);
  data.countRows(file, lines.length);
  return lines;
}

/** A file that is one JSON list, checked item for item by the caller's check. */
export async function readJsonList<T>(
  data: DataFolder,
  file: string,
  check: (value: unknown, place: string) => readonly T[],
): Promise<readonly T[]> {
  const list = check(parseJson(await data.read(file), file), file);
  data.countRows(file, list.length);
  return list;
}

/** Lines of a text file that are not blank. */
export async function readLines(data: DataFolder, file: string): Promise<readonly string[]> {
  const lines = (await data.read(file)).split(/\r?\n/).map((line) => line.trim());
  const kept = lines.filter((line) => line !== '');
  data.countRows(file, kept.length);
  return kept;
}
