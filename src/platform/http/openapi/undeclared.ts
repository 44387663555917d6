/** Describes routes that name no operation, by @fastify/swagger. Goes, with the plugin, once every route names one. */
import swagger from '@fastify/swagger';
import type { AccessLevel } from '../access.ts';
import type { HttpApp } from '../app.ts';
import { describePath } from '../described-path.ts';
import { describeProblems } from '../described-problems.ts';
import type { Json } from './components.ts';

// The plugin looks up what a route refers to; the declared document says it.
const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer' },
  key: { type: 'apiKey', in: 'header', name: 'x-assay-key' },
} as const;

export function addUndeclared(app: HttpApp): void {
  app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: '', version: '' }, components: { securitySchemes } },
    refResolver: { buildLocalReference: ({ $id }, _base, _fragment, index) => String($id ?? `schema-${index}`) },
    transform: ({ schema, url, route }) =>
      route.config?.operation === undefined
        ? describePath(url, describeProblems({ ...schema, ...securityOf(route.config?.access) }))
        : { schema: { ...schema, hide: true }, url },
  });
}

/** Where nothing is said the document's own rule holds: a token, or none on loopback without one configured. */
function securityOf(access: AccessLevel = 'caller'): { security?: Record<string, string[]>[] } {
  if (access === 'caller') return {};
  return { security: access === 'open' ? [] : [{ bearer: [] }, { key: [] }] };
}

/** Adds the paths and shapes of the plugin's document; those of declared operations win. */
export function mergeUndeclared(declared: Json, undeclared: object): Json {
  const paths = membersOf(declared, 'paths');
  const otherPaths = membersOf(undeclared, 'paths');
  const components = membersOf(declared, 'components');
  const otherSchemas = membersOf(membersOf(undeclared, 'components'), 'schemas');
  const merged = Object.keys({ ...otherPaths, ...paths }).map((path) => [
    path,
    { ...membersOf(otherPaths, path), ...membersOf(paths, path) },
  ]);
  return {
    ...declared,
    paths: Object.fromEntries(merged),
    components: { ...components, schemas: { ...otherSchemas, ...membersOf(components, 'schemas') } },
  };
}

function membersOf(value: object, name: string): Json {
  const member: unknown = Reflect.get(value, name);
  return typeof member === 'object' && member !== null ? { ...member } : {};
}
