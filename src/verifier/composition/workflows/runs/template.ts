/** Templates: JSON in which `{"$from": "/pointer"}` stands for a value of the input. */
import { readPointer } from './json-value.ts';

/** A pointer that the input does not have. */
export class TemplateError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TemplateError';
  }
}

const deepest = 32;

/**
 * Fills a template. An object is a reference only if `$from` is its only member and a string. Inserted values are data and are
 * not searched for references.
 * @throws TemplateError for a missing value.
 */
export function fillTemplate(template: unknown, input: unknown, depth = 0): unknown {
  if (typeof template !== 'object' || template === null) return template;
  if (depth === deepest) throw new TemplateError(`the template is nested deeper than ${deepest} levels`);
  if (Array.isArray(template)) return template.map((one) => fillTemplate(one, input, depth + 1));
  const members = Object.entries(template);
  const [[name, pointer] = []] = members;
  if (members.length === 1 && name === '$from' && typeof pointer === 'string') {
    const found = readPointer(input, pointer);
    if (found !== undefined) return found;
    throw new TemplateError(`the input has nothing at ${pointer}`);
  }
  return Object.fromEntries(members.map(([key, value]) => [key, fillTemplate(value, input, depth + 1)]));
}
