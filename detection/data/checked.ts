/** Checks what stands in a file of data against the shape that its loader expects. */
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/** Makes a check that gives the value its type. @throws Error naming the place and what is wrong there. */
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
