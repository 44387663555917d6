/** Checks a data file against the shape that its loader expects. */
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/** Makes a check that narrows the type of a value. @throws Error naming the place and the problem. */
export function createCheck<T extends TSchema>(schema: T): (value: unknown, place: string) => Static<T> {
  const validator = Compile(schema);
  return (value, place) => {
    if (validator.Check(value)) return value;
    const [first] = validator.Errors(value);
    throw new Error(
      `${place}: ${first === undefined ? '' : `${first.instancePath} `}${first?.message ?? 'wrong shape'}`,
    );
  };
}
