/** Says why JSON of a model server is refused, as the end of a sentence about it. */
import type { JsonProblem } from '../../platform/exact-json.ts';
import { maxBodyDepth } from './json-tree.ts';

export const jsonProblemTexts: Readonly<Record<JsonProblem, string>> = {
  no_json: 'is not JSON',
  too_deep: `is nested deeper than ${maxBodyDepth} levels`,
  repeated_member: 'has a member twice in one object',
  reserved_string: 'has a string of the reserved form U+FDD0 and a number',
};
