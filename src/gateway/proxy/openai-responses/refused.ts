/** What a request may not have, because the model would read or make something that nobody judges here. */
import type { RequestProblem } from '../api.ts';
import type { JsonRecord } from '../json-tree.ts';

const reasons: Readonly<Record<string, string>> = {
  background:
    'would have the provider answer later, where nobody judges the answer. Leave it out; for a long answer use stream.',
  conversation:
    'names a conversation that the provider keeps, which nobody judges here. Send its items in input instead.',
  prompt: 'names a prompt that the provider keeps, which nobody judges here. Send its text as instructions instead.',
};

/** The first member that has to be refused. False, null and an empty text turn nothing on. */
export function findUnjudged(body: JsonRecord): RequestProblem | undefined {
  for (const [param, reason] of Object.entries(reasons)) {
    const value = body[param];
    if (value === undefined || value === null || value === false || value === '') continue;
    return { message: `This gateway does not take '${param}': it ${reason}`, param };
  }
  return undefined;
}

/** True for an id that can stand in a path. */
export function isResponseId(id: string): boolean {
  return /^\w[\w.:=-]{0,499}$/.test(id);
}

/** The id of the response to continue: of a form that a path can hold, or the problem. */
export function readContinued(
  value: unknown,
): { readonly id: string } | { readonly problem: RequestProblem } | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string' && isResponseId(value)) return { id: value };
  const param = 'previous_response_id';
  return { problem: { message: `'${param}' must be the id of a response.`, param } };
}

/** True for an item that stands for one at the provider. It needs no type. */
export function isReference(item: JsonRecord): boolean {
  const { type = null } = item;
  return type === 'item_reference' || (type === null && item['role'] === undefined && item['id'] !== undefined);
}
