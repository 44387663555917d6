/** Schema checks of foreign values. The first broken rule is a refusal that names a place and never a value. */
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { type Refusal, refuse } from './verdict.ts';

/** Compiles a schema once into a parser that never throws. */
export function createShape<Schema extends TSchema>(
  schema: Schema,
  what: string,
): (candidate: unknown) => { ok: true; value: Static<Schema> } | Refusal {
  const validator = Compile(schema);
  return (candidate) => {
    if (validator.Check(candidate)) return { ok: true, value: candidate as Static<Schema> };
    const first = validator.Errors(candidate)[0];
    const place = first?.instancePath ? ` at ${first.instancePath.slice(0, 200)}` : '';
    return refuse('schema', `${what} does not have the required shape${place}: ${first?.message ?? 'unknown rule'}`);
  };
}
