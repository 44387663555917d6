/** Collects the refusals of one apply, so that one answer lists them all; nothing of the call is stored then. */
import { fileLimits } from '../../../contract/api/apply/limits.ts';
import type { PlacedMessage } from '../../../contract/control/apply.ts';
import { AppError, type ErrorPointer, isAppError } from '../../../platform/errors.ts';

/** A place in the documents. */
export interface DocumentPlace {
  readonly document: number;
  readonly pointer: string;
}

/** Maps the pointer of a service's error to a place in the documents. */
export type ToPlace = (pointer: string) => DocumentPlace;

export interface DocumentErrors {
  /** Runs a write; a refusal by its rules is kept and reported at the end. Faults and missing rights end the call at once. */
  attempt<T>(toPlace: ToPlace, write: () => Promise<T>): Promise<T | undefined>;
  /** Keeps a refusal that was returned as a value. */
  keep(toPlace: ToPlace, error: AppError): void;
  tell(place: DocumentPlace, message: string, reason: string, isConflict?: boolean): void;
  list(): readonly PlacedMessage[];
  /** @throws AppError `conflict`, or `unprocessable`, with every place. */
  assertNone(): void;
}

export function createDocumentErrors(): DocumentErrors {
  const places: PlacedMessage[] = [];
  const errors: AppError[] = [];

  const keep = (toPlace: ToPlace, error: AppError): void => {
    if (!isRule(error)) throw error;
    errors.push(error);
    const pointers: readonly ErrorPointer[] = error.errors ?? [{ pointer: '', message: error.publicText }];
    for (const { pointer, message } of pointers) {
      if (places.length < fileLimits.problems) places.push({ ...toPlace(pointer), message });
    }
  };

  return {
    keep,
    async attempt(toPlace, write) {
      try {
        return await write();
      } catch (error) {
        if (!isAppError(error)) throw error;
        keep(toPlace, error);
        return undefined;
      }
    },
    tell(place, message, reason, isConflict = false) {
      const code = isConflict ? 'conflict' : 'unprocessable';
      keep(() => place, new AppError(code, message, { detail: message, extensions: { reason } }));
    },
    list: () => places,
    assertNone() {
      const [first] = errors;
      if (first === undefined) return;
      const isConflict = errors.every(({ code }) => code === 'conflict');
      const detail = errors.length === 1 ? first.publicText : `${first.publicText}; ${errors.length - 1} more refusals`;
      throw new AppError(isConflict ? 'conflict' : 'unprocessable', detail, {
        detail,
        errors: places.map(({ document, pointer, message }) => ({
          pointer: `/documents/${document}${pointer}`,
          message,
        })),
        ...(first.extensions === undefined ? {} : { extensions: first.extensions }),
      });
    },
  };
}

/** True if the documents ask for something impossible; other errors are not about the documents. */
function isRule({ code }: AppError): boolean {
  return code === 'conflict' || code === 'unprocessable' || code === 'not_found' || code === 'invalid_request';
}
