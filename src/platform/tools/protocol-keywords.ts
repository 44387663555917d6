/**
 * Keywords of JSON Schema and of MCP. A text or name that equals one of them carries no other meaning, wherever it
 * stands.
 */

export const schemaKeywords: ReadonlySet<string> = new Set([
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

/** The same, and the keywords of resources, prompts and questions to clients. */
export const contentKeywords: ReadonlySet<string> = new Set([
  ...schemaKeywords,
  ...['contents', 'messages', 'content', 'resource', 'uri', 'uriTemplate', 'name', 'mimeType', 'text', 'blob', 'data'],
  ...['role', 'audience', 'priority', 'lastModified', 'size', 'sizes', 'src', 'theme', 'arguments', 'values'],
  ...['resultType', 'inputRequests', 'requestState', 'method', 'params', 'message', 'mode', 'url', 'requestedSchema'],
  ...['elicitationId', 'ttlMs', 'cacheScope', 'maxTokens', 'temperature', 'systemPrompt', 'modelPreferences', 'hints'],
  ...[
    'image',
    'audio',
    'resource_link',
    'user',
    'assistant',
    'complete',
    'input_required',
    'form',
    'private',
    'public',
  ],
  ...['elicitation/create', 'sampling/createMessage', 'roots/list', 'light', 'dark'],
  ...['text/plain', 'text/html', 'text/markdown', 'text/csv', 'application/json', 'application/xml'],
  ...['application/pdf', 'application/octet-stream', 'image/png', 'image/jpeg', 'image/gif', 'image/webp'],
  ...['image/svg+xml', 'audio/wav', 'audio/mpeg', 'audio/ogg', 'audio/mp3'],
]);
