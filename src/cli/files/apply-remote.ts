/** Requests of commands over declarative files to the verifier. */
import { Compile } from 'typebox/compile';
import type { FileDocument, FileProblem } from '../../configuration/files/parse-files.ts';
import {
  type ApplyAnswer,
  ApplyAnswerSchema,
  type ExportAnswer,
  ExportAnswerSchema,
} from '../../contract/control/apply.ts';
import { isAppError } from '../../platform/errors.ts';
import type { CommandIo } from '../command.ts';
import { withOperatorToken } from '../operator-token.ts';
import type { ParsedArguments } from '../options.ts';
import { connectService } from '../service.ts';
import { type FilesOfCommand, isAboutDocuments, toFileProblems } from './parsed-files.ts';

const isApplyAnswer = Compile(ApplyAnswerSchema);
const isExportAnswer = Compile(ExportAnswerSchema);

/** Ten thousand agents take the verifier a while, all in one transaction. */
const timeoutMs = 10 * 60_000;

export interface ApplyCall {
  readonly dryRun: boolean;
  readonly prune: boolean;
}

/** The result: an answer, or why the documents were refused. */
export type ApplyOutcome =
  | { readonly answer: ApplyAnswer; readonly problems: readonly FileProblem[] }
  | { readonly answer: undefined; readonly problems: readonly FileProblem[] };

/** Sends documents to the verifier. @throws AppError when it cannot be reached, or refuses the caller */
export async function sendDocuments(
  io: CommandIo,
  args: ParsedArguments,
  { documents, workspace }: FilesOfCommand,
  { dryRun, prune }: ApplyCall,
): Promise<ApplyOutcome> {
  const caller = needsAdmin(documents, workspace) ? await withOperatorToken(io, args, 'verifier') : io;
  const body = {
    documents: documents.map(({ value }) => value),
    ...(workspace === undefined ? {} : { workspace }),
  };
  const query = { dry_run: dryRun ? 'true' : undefined, prune: prune ? 'true' : undefined };
  try {
    const answer = await connectService('verifier', caller, args).json(
      { method: 'POST', path: '/v1/apply', query, body, timeoutMs },
      (value) => isApplyAnswer.Check(value),
    );
    return { answer, problems: toFileProblems(documents, answer.errors) };
  } catch (error) {
    if (!isAppError(error) || !isAboutDocuments(error.errors)) throw error;
    return { answer: undefined, problems: toFileProblems(documents, error.errors) };
  }
}

/** Reads the current configuration as documents. */
export async function fetchDocuments(
  io: CommandIo,
  args: ParsedArguments,
  workspaceId: string | undefined,
): Promise<ExportAnswer> {
  const call = { path: '/v1/export', query: { workspace_id: workspaceId }, timeoutMs };
  return connectService('verifier', io, args).json(call, (value) => isExportAnswer.Check(value));
}

/** Only the chain of the organisation needs the operator token; other calls use fewer rights. */
function needsAdmin(documents: readonly FileDocument[], workspace: string | undefined): boolean {
  return (
    workspace === undefined && documents.some(({ type, value }) => type === 'chain' && value.metadata === undefined)
  );
}
