/** The OpenAPI 3.1 document of a service, made of the operations that it answers. Pure. */
import { type TObject, type TSchema, Type } from 'typebox';
import { IdempotencyHeadersSchema, IfMatchHeadersSchema } from '../../../contract/api/headers.ts';
import type { Operation } from '../../../contract/api/operation.ts';
import { ProblemSchema, problemMediaType } from '../../../contract/problem.ts';
import type { AccessLevel } from '../access.ts';
import { type Components, createComponents, type Json } from './components.ts';

export interface DescribedOperation {
  readonly operation: Operation;
  /** Who may call it; `caller` if absent. */
  readonly access: AccessLevel | undefined;
}

export interface ApiInfo {
  readonly title: string;
  readonly description: string;
  readonly version: string;
  /** Base URL after `npm start`. */
  readonly server: string;
}

/** Gives the document; operations in the order of their paths. @throws Error where two operations share an id or a shape's name. */
export function describeApi(info: ApiInfo, described: readonly DescribedOperation[]): Json {
  const components = createComponents();
  const problem = components.describe(ProblemSchema);
  const paths: Record<string, Record<string, Json>> = {};
  const ids = new Set<string>();
  const sorted = [...described].sort((one, other) => compare(toPath(one.operation.path), toPath(other.operation.path)));
  for (const { operation, access } of sorted) {
    if (ids.has(operation.id)) throw new Error(`two operations are called ${operation.id}`);
    ids.add(operation.id);
    const path = toPath(operation.path);
    paths[path] = {
      ...paths[path],
      [operation.method.toLowerCase()]: describeOperation(operation, access, components),
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: info.title, description: info.description, version: info.version, license: apache },
    servers: [{ url: info.server, description: 'After `npm start`' }],
    tags: [...new Set(described.map(({ operation: { tag } }) => tag))].sort().map((name) => ({ name })),
    security: [{ bearer: [] }, { key: [] }, {}],
    paths,
    components: {
      securitySchemes,
      headers,
      responses: Object.fromEntries(
        Object.entries(problems).map(([name, description]) => [
          name,
          { description, content: { [problemMediaType]: { schema: problem } } },
        ]),
      ),
      schemas: components.all(),
    },
  };
}

const apache = { name: 'Apache-2.0', identifier: 'Apache-2.0' };

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'An API key, an access token or the operator token' },
  key: { type: 'apiKey', in: 'header', name: 'x-assay-key', description: 'The same where Authorization is taken' },
};

const headers = {
  ETag: { description: 'Revision of the record; name it in If-Match to change it', schema: { type: 'string' } },
  Location: { description: 'Path of the new record', schema: { type: 'string' } },
};

/** Refusals by their status; each is a problem document. */
const problems = {
  BadRequest: 'The request breaks its shape',
  Unauthorized: 'The credential is missing or wrong',
  Forbidden: 'The caller has no right to do this',
  NotFound: 'There is no such record in the organisation of the caller',
  IdempotencyMismatch: 'The Idempotency-Key was used with another request, or the record is in another state',
  StaleRevision: 'The record has another revision than If-Match names',
  TooLarge: 'The body is too large',
  UnsupportedMediaType: 'The body has another media type or charset',
  RevisionRequired: 'If-Match is missing',
  Problem: 'Another refusal',
};

function describeOperation(operation: Operation, access: AccessLevel | undefined, components: Components): Json {
  const { id, tag, summary, description, body, consumes } = operation;
  const name = toName(id);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...toSecurity(access),
    ...toParameters(operation, components),
    ...(body === undefined && consumes === undefined
      ? {}
      : { requestBody: toRequestBody(operation, name, components) }),
    responses: toResponses(operation, access, name, components),
  };
}

/** Without a word the document's own rule holds: a credential, or none on loopback without one configured. */
function toSecurity(access: AccessLevel = 'caller'): Json {
  if (access === 'caller') return {};
  return { security: access === 'open' ? [{}] : [{ bearer: [] }, { key: [] }] };
}

function toParameters(operation: Operation, components: Components): Json {
  const { path, params, query, headers: own, idempotent, ifMatch } = operation;
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const inPath = [
    ...names.map((name): Parameter => ({ name, shape: params?.properties[name] ?? Type.String(), isRequired: true })),
    ...(path.endsWith('/*') ? [{ name: 'path', shape: restOfPath, isRequired: true }] : []),
  ];
  const inHeader = [
    ...(idempotent === true ? toMembers(IdempotencyHeadersSchema) : []),
    ...(ifMatch === true ? toMembers(IfMatchHeadersSchema) : []),
    ...toMembers(own),
  ];
  const parameters = [
    ...inPath.map((parameter) => toParameter('path', parameter, components)),
    ...toMembers(query).map((parameter) => toParameter('query', parameter, components)),
    ...inHeader.map((parameter) => toParameter('header', parameter, components)),
  ];
  return parameters.length === 0 ? {} : { parameters };
}

const restOfPath = Type.String({ description: 'The rest of the path; a / in it is `/` or `%2F`' });

interface Parameter {
  readonly name: string;
  readonly shape: TSchema;
  readonly isRequired: boolean;
}

function toMembers(shape: TObject | undefined): readonly Parameter[] {
  const required: readonly string[] = shape?.required ?? [];
  return Object.entries<TSchema>(shape?.properties ?? {}).map(([name, member]) => ({
    name,
    shape: member,
    isRequired: required.includes(name),
  }));
}

function toParameter(
  where: 'path' | 'query' | 'header',
  { name, shape, isRequired }: Parameter,
  components: Components,
): Json {
  const { description, ...schema } = components.describe(shape);
  return {
    name,
    in: where,
    ...(isRequired ? { required: true } : {}),
    ...(description === undefined ? {} : { description }),
    schema,
  };
}

function toRequestBody({ body, consumes = 'application/json' }: Operation, name: string, components: Components): Json {
  const schema =
    body === undefined ? { type: 'string', format: 'binary' } : components.describeAs(`${name}Request`, body);
  const isOptional = body !== undefined && Type.IsOptional(body);
  return { required: !isOptional, content: { [consumes]: { schema } } };
}

function toResponses(
  operation: Operation,
  access: AccessLevel | undefined,
  name: string,
  components: Components,
): Record<string, Json> {
  const { responses, etag, location, body, consumes, params, query, idempotent, ifMatch } = operation;
  const answered = {
    ...(etag === true ? { ETag: { $ref: '#/components/headers/ETag' } } : {}),
    ...(location === undefined ? {} : { Location: { $ref: '#/components/headers/Location' } }),
  };
  const good = Object.entries<TSchema | undefined>(responses).map(([status, shape]): [string, Json] => [
    status,
    {
      description: goodAnswers[status] ?? 'Done',
      ...(Object.keys(answered).length === 0 ? {} : { headers: answered }),
      ...(shape === undefined || status === '204'
        ? {}
        : { content: toContent(operation, components.describeAs(name, shape)) }),
    },
  ]);
  const hasBody = body !== undefined || consumes !== undefined;
  const refused: readonly (readonly [string, keyof typeof problems, boolean])[] = [
    ['400', 'BadRequest', hasBody || query !== undefined || params !== undefined],
    ['401', 'Unauthorized', access !== 'open'],
    ['403', 'Forbidden', access !== 'open'],
    ['404', 'NotFound', operation.path.includes(':')],
    ['409', 'IdempotencyMismatch', idempotent === true],
    ['412', 'StaleRevision', ifMatch === true],
    ['413', 'TooLarge', hasBody],
    ['415', 'UnsupportedMediaType', hasBody],
    ['428', 'RevisionRequired', ifMatch === true],
    ['4XX', 'Problem', true],
  ];
  const bad = refused.flatMap(([status, problem, applies]): [string, Json][] =>
    applies ? [[status, { $ref: `#/components/responses/${problem}` }]] : [],
  );
  return Object.fromEntries([...good, ...bad]);
}

function toContent({ produces = 'application/json', alsoProduces = [] }: Operation, schema: Json): Json {
  const binary = { schema: { type: 'string', format: 'binary' } };
  return { [produces]: { schema }, ...Object.fromEntries(alsoProduces.map((type) => [type, binary])) };
}

const goodAnswers: Readonly<Record<string, string>> = {
  200: 'Done',
  201: 'Made',
  202: 'Accepted',
  204: 'Done; no body',
};

function toPath(path: string): string {
  return path.replace(/\*$/, '{path}').replace(/:(\w+)/g, '{$1}');
}

/** `models.createVersion` as the name of a shape: `ModelsCreateVersion`. */
function toName(id: string): string {
  return id.replace(/(?:^|[._])(\w)/g, (_all, letter: string) => letter.toUpperCase());
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
