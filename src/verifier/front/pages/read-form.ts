/** Reads a sent form: texts and lists of texts within bounds, whatever else the body holds. */
import { AppError } from '../../../platform/errors.ts';

export interface Form {
  /** Gives the trimmed text of a field; empty if it was not sent. */
  text(name: string): string;
  /** Gives a password exactly as typed. */
  exact(name: string): string;
  /** Gives a key or a certificate exactly as typed; it may be longer than other fields. */
  long(name: string): string;
  /** Gives every value of a field that may occur several times. */
  all(name: string): readonly string[];
}

/** The most characters of a field, of a long field, and the most values of one name. */
const maxLength = 2_000;
const maxLongLength = 16_384;
const maxValues = 200;

/** Reads the parsed body of a form. @throws AppError `invalid_request` for a body that none of our forms sends. */
export function readForm(body: unknown): Form {
  const read = (name: string, most: number): readonly string[] => {
    if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return [];
    const value: unknown = Reflect.get(body, name);
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (values.length > maxValues) throw refuse(name);
    return values.map((each) => {
      if (typeof each !== 'string' || each.length > most || each.includes('\u0000')) throw refuse(name);
      return each;
    });
  };
  const one = (name: string, most: number): string => {
    const values = read(name, most);
    if (values.length > 1) throw refuse(name);
    return values[0] ?? '';
  };
  const exact = (name: string) => one(name, maxLength);
  return {
    all: (name) => read(name, maxLength),
    exact,
    text: (name) => exact(name).trim(),
    long: (name) => one(name, maxLongLength),
  };
}

function refuse(name: string): AppError {
  const detail = 'a field of the form is too long, or was sent more than once';
  return new AppError('invalid_request', `${detail}: ${name.slice(0, 40)}`, { detail });
}
