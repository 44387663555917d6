/**
 * What a model reads of a definition, as texts to be judged: name, title and description in one, and everything else that
 * stands in it in another: descriptions of parameters, names of members, values to choose from, examples, and words in
 * places that nobody looks at. Only the words of JSON Schema and of MCP itself are left out.
 */
import { textsOf } from '../../platform/tools/hidden-text.ts';

/** Without its server and hash: as a server wrote it. */
export type WrittenTool = Readonly<Record<string, unknown>>;

/** One or two texts; none is empty. */
export function toModelTexts({ name, title, description, ...rest }: WrittenTool): readonly string[] {
  const head = [name, title, description].filter((each) => typeof each === 'string' && each !== '');
  const inside = [...new Set(textsOf(rest))].filter((each) => each.trim() !== '' && !schemaWords.has(each));
  return [head.join('\n'), inside.join('\n')].filter((each) => each !== '');
}

const schemaWords: ReadonlySet<string> = new Set([
  ...[
    'inputSchema',
    'outputSchema',
    'annotations',
    '_meta',
    'icons',
    'execution',
    'taskSupport',
    'forbidden',
    'optional',
  ],
  ...['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint', 'x-mcp-header'],
  ...['$schema', '$id', '$ref', '$defs', '$comment', '$anchor', 'definitions', 'type', 'properties', 'required'],
  ...['items', 'prefixItems', 'additionalProperties', 'patternProperties', 'propertyNames', 'unevaluatedProperties'],
  ...['title', 'description', 'default', 'examples', 'enum', 'const', 'format', 'pattern', 'deprecated', 'readOnly'],
  ...['anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else', 'contains', 'minItems', 'maxItems', 'uniqueItems'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['minProperties', 'maxProperties', 'dependentRequired', 'dependentSchemas', 'writeOnly'],
  ...['object', 'string', 'number', 'integer', 'boolean', 'array', 'null'],
  ...['http://json-schema.org/draft-07/schema#', 'https://json-schema.org/draft/2020-12/schema'],
]);
