/** Changes by revision: says who changed a record meanwhile. */
import { AppError, isAppError } from '../platform/errors.ts';

export interface ChangedRecord {
  /** Noun for messages, e.g. `workspace`. */
  readonly noun: string;
  readonly id: string;
  /** Revision that the change is made from. */
  readonly revision: number;
  /** Reads the newest changes, at most `maxChanges`. */
  readonly history: () => Promise<{ readonly items: readonly Change[] }>;
}

interface Change {
  readonly action: string;
  readonly revision: number;
  readonly changed_at: string;
  readonly changed_by: string;
}

export const maxChanges = 20;
const maxShown = 5;

/** Sends a change. @throws AppError `conflict` that names who changed the record meanwhile. */
export async function explainStale<R>(record: ChangedRecord, send: () => Promise<R>): Promise<R> {
  try {
    return await send();
  } catch (error) {
    if (!isAppError(error, 'precondition_failed')) throw error;
    const { items } = await record.history();
    throw toStale(record, items, error);
  }
}

function toStale({ noun, id, revision }: ChangedRecord, history: readonly Change[], cause: AppError): AppError {
  const since = history.filter((change) => change.revision === 0 || change.revision > revision);
  const told = since
    .slice(0, maxShown)
    .map(({ action, changed_by, changed_at, ...change }) => {
      const now = change.revision === 0 ? 'it does not exist any more' : `revision ${change.revision}`;
      return `${action} by ${changed_by} at ${changed_at} (${now})`;
    })
    .join('; ');
  const who = told === '' ? '' : `: ${told}`;
  const detail =
    `The ${noun} ${id} no longer has revision ${revision}${who}. ` +
    'This change was not made: look at the current state, then run the command again';
  return new AppError('conflict', 'stale revision', { cause, detail });
}
