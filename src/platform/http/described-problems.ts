/** Answers with a problem document as the OpenAPI description names them: they have a media type of their own (RFC 9457). */
import { ProblemSchema, problemMediaType } from '../../contract/problem.ts';

/** Gives the schema of a route whose problem answers say their media type; other answers are left as they are. */
export function describeProblems<T extends { readonly response?: unknown }>(schema: T): T {
  if (typeof schema.response !== 'object' || schema.response === null) return schema;
  const answers = Object.entries(schema.response).map(([status, answer]) => {
    if (answer !== ProblemSchema) return [status, answer];
    const content = { [problemMediaType]: { schema: answer } };
    return [status, { description: 'A problem (RFC 9457)', content }];
  });
  return { ...schema, response: Object.fromEntries(answers) };
}
