/** Paths as the OpenAPI description names them: it has no `*`, and every parameter is declared (OpenAPI 3.1, "Path Templating"). */

/** The rest of a path as a parameter `path`; others are left as they are. */
export function describePath<T extends { readonly params?: unknown }>(
  url: string,
  schema: T,
): { readonly url: string; readonly schema: T } {
  if (!url.endsWith('/*')) return { url, schema };
  const params = typeof schema.params === 'object' && schema.params !== null ? schema.params : {};
  const { properties, required } = { properties: {}, required: [], ...params };
  const rest = { type: 'string', description: 'the rest of the path; a / in it is `/` or `%2F`' };
  return {
    url: `${url.slice(0, -1)}:path`,
    schema: {
      ...schema,
      params: { type: 'object', ...params, properties: { ...properties, path: rest }, required: [...required, 'path'] },
    },
  };
}
