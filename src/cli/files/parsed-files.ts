/** Declarative files for commands: read, checked, with problems by file, line and column. */
import {
  describePlace,
  describeProblem,
  type FileDocument,
  type FileProblem,
  parseFiles,
} from '../../configuration/files/parse-files.ts';
import type { PlacedMessage } from '../../contract/control/apply.ts';
import { idPattern } from '../../contract/ids.ts';
import type { ErrorPointer } from '../../platform/errors.ts';
import { toPlainText } from '../../proof/report.ts';
import type { CommandIo } from '../command.ts';
import { type ParsedArguments, UsageError } from '../options.ts';
import { createStyle } from '../render/style.ts';
import { toJsonText } from '../render/table.ts';
import { loadFiles } from './load-files.ts';

export interface FilesOfCommand {
  readonly documents: readonly FileDocument[];
  readonly problems: readonly FileProblem[];
  readonly workspace: string | undefined;
}

/** Reads the files of `-f`. @throws UsageError for wrong use; problems of the files are in `problems` */
export async function readFiles(io: CommandIo, args: ParsedArguments): Promise<FilesOfCommand> {
  const workspace = args.text('workspace');
  if (workspace !== undefined && !new RegExp(idPattern).test(workspace)) {
    throw new UsageError('--workspace takes the id of a workspace: letters, digits, dots, dashes and underscores.');
  }
  return { ...parseFiles(await loadFiles(io, args.texts('file')), workspace), workspace };
}

/** Maps places in the verifier's answer to lines and columns. */
export function toFileProblems(
  documents: readonly FileDocument[],
  messages: readonly (PlacedMessage | ErrorPointer)[],
): FileProblem[] {
  return messages.map((placed) => {
    const { document, pointer } = 'document' in placed ? placed : readPointer(placed.pointer);
    const place = documents[document]?.locate(pointer, 'value');
    const message = describePlace(pointer, placed.message);
    return place === undefined
      ? { file: 'the documents', document: 1, line: 1, column: 1, message }
      : { ...place, message };
  });
}

/** True when the verifier refused documents, not the call as a whole. */
export function isAboutDocuments(errors: readonly ErrorPointer[] | undefined): errors is readonly ErrorPointer[] {
  return errors?.some(({ pointer }) => documentPointer.test(pointer)) === true;
}

/** Prints problems on standard error, one per line; as JSON on standard output on request. */
export function printProblems(
  io: CommandIo,
  problems: readonly FileProblem[],
  { json }: { readonly json: boolean },
): void {
  if (json) {
    io.stdout.write(toJsonText({ errors: problems }));
    return;
  }
  const style = createStyle(io.color && io.stderr.isTTY === true);
  for (const problem of problems) {
    io.stderr.write(`${style.red('error')}: ${toPlainText(describeProblem(problem), maxLine)}\n`);
  }
}

/** Prints warnings on standard error. */
export function printWarnings(io: CommandIo, warnings: readonly FileProblem[]): void {
  const style = createStyle(io.color && io.stderr.isTTY === true);
  for (const warning of warnings) {
    io.stderr.write(`${style.yellow('warning')}: ${toPlainText(describeProblem(warning), maxLine)}\n`);
  }
}

const maxLine = 2_000;
const documentPointer = /^\/documents\/(\d{1,6})(|\/.*)$/;

function readPointer(pointer: string): { document: number; pointer: string } {
  const [, index, rest = ''] = documentPointer.exec(pointer) ?? [];
  return index === undefined ? { document: -1, pointer } : { document: Number(index), pointer: rest };
}
