/** Reads files into checked documents. Every problem has its file, document, line and column. */

import { fileLimits } from '../../contract/api/apply/limits.ts';
import { checkDocument } from './check-document.ts';
import { findConflicts } from './check-together.ts';
import { pointTo } from './finding.ts';
import { type Position, readYaml, type YamlDocument } from './read-yaml.ts';
import type { ConfigDocument } from './schema.ts';

export interface SourceFile {
  /** Name of the file, shown before each problem. */
  readonly name: string;
  readonly text: string;
}

/** A place in a file. */
export interface FilePlace extends Position {
  readonly file: string;
  /** Number of the document in the file, from 1. */
  readonly document: number;
}

export interface FileProblem extends FilePlace {
  readonly message: string;
}

/** A checked document that can locate its parts. */
export type FileDocument = ConfigDocument & {
  locate(pointer: string, at: 'key' | 'value'): FilePlace;
};

export interface ParsedFiles {
  readonly documents: readonly FileDocument[];
  /** If there are any, the files must not be used. */
  readonly problems: readonly FileProblem[];
}

/** Reads and checks files that are applied together, in their order. `workspace` is for documents that name none. */
export function parseFiles(files: readonly SourceFile[], workspace?: string): ParsedFiles {
  const tooLarge = findTooLarge(files);
  if (tooLarge !== undefined) return { documents: [], problems: [tooLarge] };
  const documents: FileDocument[] = [];
  const problems: FileProblem[] = [];
  for (const file of files) {
    const read = readYaml(file.text);
    problems.push(...read.problems.map((problem) => ({ file: file.name, ...problem })));
    if (read.problems.length === 0) {
      const parts = read.documents.flatMap(toParts);
      for (const part of parts) take(file.name, part, { documents, problems });
      if (parts.length === 0) problems.push({ ...startOf(file.name), message: 'it has no document' });
    }
    if (problems.length >= fileLimits.problems) break;
  }
  if (problems.length === 0) {
    for (const { index, pointer, message } of findConflicts(documents, workspace)) {
      const place = documents[index]?.locate(pointer, 'value');
      if (place !== undefined) problems.push({ ...place, message: describePlace(pointer, message) });
    }
  }
  return { documents, problems: problems.slice(0, fileLimits.problems) };
}

/** Formats `file:line:column`, as compilers do, and the document if a file has several. */
export function describeProblem({ file, document, line, column, message }: FileProblem): string {
  return `${file}:${line}:${column}: document ${document}: ${message}`;
}

/** Describes the place of a problem and the problem. */
export function describePlace(pointer: string, message: string): string {
  return pointer === '' ? `the document ${message}` : `${pointer} ${message}`;
}

interface Part {
  readonly whole: YamlDocument;
  readonly value: unknown;
  /** Pointer of the part in the whole. */
  readonly base: string;
}

/** A list of documents, which is JSON's form for several, counts as separate documents. */
function toParts(whole: YamlDocument): Part[] {
  const { value } = whole;
  if (!Array.isArray(value)) return [{ whole, value, base: '' }];
  return value.map((item: unknown, index) => ({ whole, value: item, base: pointTo('', index) }));
}

function take(
  file: string,
  { whole, value, base }: Part,
  { documents, problems }: { readonly documents: FileDocument[]; readonly problems: FileProblem[] },
): void {
  if (problems.length >= fileLimits.problems) return;
  const locate = (pointer: string, at: 'key' | 'value'): FilePlace => ({
    file,
    document: whole.number,
    ...whole.locate(`${base}${pointer}`, at),
  });
  if (documents.length === fileLimits.documents) {
    problems.push({ ...locate('', 'value'), message: `there are more than ${fileLimits.documents} documents` });
    return;
  }
  const checked = checkDocument(value);
  if (checked.document !== undefined) {
    documents.push({ ...checked.document, locate });
    return;
  }
  for (const { pointer, message, at } of checked.findings) {
    problems.push({ ...locate(pointer, at), message: describePlace(pointer, message) });
  }
}

function findTooLarge(files: readonly SourceFile[]): FileProblem | undefined {
  let bytes = 0;
  for (const [index, { name, text }] of files.entries()) {
    if (index === fileLimits.files)
      return { ...startOf(name), message: `there are more than ${fileLimits.files} files` };
    bytes += Buffer.byteLength(text);
    if (bytes > fileLimits.bytes) {
      return { ...startOf(name), message: `all files together are larger than ${fileLimits.bytes / 1024 / 1024} MiB` };
    }
  }
  return undefined;
}

function startOf(file: string): FilePlace {
  return { file, document: 1, line: 1, column: 1 };
}
