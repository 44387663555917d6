/** Requests of commands over declarative files to the verifier. */
import type { ApplyAnswer, ApplyDocumentsInput, ExportAnswer } from '@assay/client';
import type { FileDocument, FileProblem } from '../../configuration/files/parse-files.ts';
import { isAppError } from '../../platform/errors.ts';
import { checkedByVerifier } from '../checked-by-verifier.ts';
import { connectClient } from '../client.ts';
import type { CommandIo } from '../command.ts';
import type { ParsedArguments } from '../options.ts';
import { type FilesOfCommand, isAboutDocuments, toFileProblems } from './parsed-files.ts';

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
  const client = await connectClient(io, args, { operatorToken: needsAdmin(documents, workspace), timeoutMs });
  const body = checkedByVerifier<ApplyDocumentsInput>({ documents: documents.map(({ value }) => value), workspace });
  const [whenDry, whenPruned] = [dryRun, prune].map((isSet) => (isSet ? ('true' as const) : undefined));
  try {
    const answer = await client.declarativeFiles.apply({ body, dry_run: whenDry, prune: whenPruned });
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
  const client = await connectClient(io, args, { timeoutMs });
  return client.declarativeFiles.export({ workspace_id: workspaceId });
}

/** Only the chain of the organisation needs the operator token; other calls use fewer rights. */
function needsAdmin(documents: readonly FileDocument[], workspace: string | undefined): boolean {
  return (
    workspace === undefined && documents.some(({ type, value }) => type === 'chain' && value.metadata === undefined)
  );
}
