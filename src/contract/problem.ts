/** RFC 9457 problem details, the error body of our own APIs. */
import { type Static, Type } from 'typebox';

export const problemMediaType = 'application/problem+json';

export const ProblemSchema = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    code: Type.String({ description: 'stable, machine-readable' }),
    detail: Type.Optional(Type.String()),
    errors: Type.Optional(Type.Array(Type.Object({ pointer: Type.String(), message: Type.String() }))),
  },
  { $id: 'Problem', additionalProperties: true },
);

export type Problem = Static<typeof ProblemSchema>;
