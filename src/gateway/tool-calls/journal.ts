/**
 * Records each allowed call on disk before the tool can be called, so that a killed gateway later knows what it has to
 * record. One line for each call, and one for its record.
 */
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { DrawnEvidenceSchema } from '../../contract/evidence.ts';
import { AppError } from '../../platform/errors.ts';
import { openLineFile } from '../../platform/line-file.ts';
import type { Logger } from '../../platform/log.ts';

const BegunSchema = Type.Object({
  evidence: DrawnEvidenceSchema,
  /** The number of receipts when it began. */
  from_seq: Type.Integer({ minimum: 0 }),
  begun_at_ms: Type.Integer(),
});
/** A call in the form in which it is recorded if its outcome stays unknown. */
export type BegunCall = Static<typeof BegunSchema>;
const EndedSchema = Type.Object({ ended: Type.String() });
const begunShape = Compile(BegunSchema);
const endedShape = Compile(EndedSchema);

export interface CallJournal {
  /** Unrecorded calls of an earlier process, as far as the file shows. */
  readonly left: readonly BegunCall[];
  /** @throws AppError `storage_full`: the call must not be made. */
  begin(call: BegunCall): void;
  /** Marks a call as recorded. Does nothing for calls that were not begun here. */
  end(evidenceId: string): void;
  find(evidenceId: string): BegunCall | undefined;
  /** May be called repeatedly; nothing is written after it. */
  close(): void;
}

/** Beyond this size the file is rewritten with the running calls only. */
const defaultMaxBytes = 4 * 1024 * 1024;

/** Opens (or makes, mode 0600) the file. Unreadable lines are logged and left out. */
export function openCallJournal(path: string, log: Logger, maxBytes: number = defaultMaxBytes): CallJournal {
  const inProgress = new Map<string, { readonly call: BegunCall; readonly line: string }>();
  const file = openLineFile(path, { maxBytes });
  const shrink = (): void => file.rewrite([...inProgress.values()].map(({ line }) => line));

  const left = readLines(file.lines, log);
  for (const call of left) inProgress.set(call.evidence.evidence_id, { call, line: toLine(call) });
  shrink();

  return {
    left,
    begin(call) {
      const line = toLine(call);
      try {
        if (file.isLarge()) shrink();
        file.append(line);
      } catch (cause) {
        const detail = 'Tool calls cannot be recorded before they run, so none runs. Free disk space.';
        throw new AppError('storage_full', 'the journal of tool calls cannot be written', { cause, detail });
      }
      inProgress.set(call.evidence.evidence_id, { call, line });
    },
    end(evidenceId) {
      if (!inProgress.delete(evidenceId)) return;
      try {
        file.append(`${JSON.stringify({ ended: evidenceId } satisfies Static<typeof EndedSchema>)}\n`);
      } catch (error) {
        // The next process checks the receipt log before it records anything.
        log.warn({ err: error }, 'the end of a tool call cannot be recorded');
      }
    },
    find: (evidenceId) => inProgress.get(evidenceId)?.call,
    close: file.close,
  };
}

const toLine = (call: BegunCall): string => `${JSON.stringify(call)}\n`;

function readLines(lines: readonly string[], log: Logger): BegunCall[] {
  const calls = new Map<string, BegunCall>();
  let unreadable = 0;
  for (const line of lines) {
    const value = parse(line);
    if (begunShape.Check(value)) calls.set(value.evidence.evidence_id, value);
    else if (endedShape.Check(value)) calls.delete(value.ended);
    else unreadable += 1;
  }
  if (unreadable > 0) log.error({ lines: unreadable }, 'the journal of tool calls has lines that cannot be read');
  return [...calls.values()];
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
