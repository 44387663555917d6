/** Builds the OpenAPI 3.1 document of a service from its operations. Pure. */
import { type TObject, type TSchema, Type } from 'typebox';
import { IdempotencyHeadersSchema, IfMatchHeadersSchema } from '../../../contract/api/headers.ts';
import type { Operation, Refusal } from '../../../contract/api/operation.ts';
import { tagDescriptions } from '../../../contract/api/tags.ts';
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
  /** Base URL with the default settings. */
  readonly server: string;
  /** Shape of its problem documents; `Problem` if absent. */
  readonly problem?: TSchema;
  /** Security schemes by name; a bearer token or a key if absent. */
  readonly credentials?: Readonly<Record<string, Json>>;
}

/** State shared by the descriptions of operations. */
interface Context {
  readonly components: Components;
  readonly credentials: Readonly<Record<string, Json>>;
  readonly problem: Json;
  /** Names of the shared answers and headers in use. */
  readonly used: Set<string>;
}

/**
 * Gives the document, with operations in the order of their paths. @throws Error where two operations share an id or
 * a shape's name
 */
export function describeApi(info: ApiInfo, described: readonly DescribedOperation[]): Json {
  const components = createComponents();
  const credentials = info.credentials ?? securitySchemes;
  const problem = components.describe(info.problem ?? ProblemSchema);
  const context: Context = { components, credentials, problem, used: new Set() };
  const paths: Record<string, Record<string, Json>> = {};
  const ids = new Set<string>();
  const sorted = [...described].sort((one, other) => compare(toPath(one.operation.path), toPath(other.operation.path)));
  for (const { operation, access } of sorted) {
    if (ids.has(operation.id)) throw new Error(`two operations are named ${operation.id}`);
    ids.add(operation.id);
    const path = toPath(operation.path);
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describeOperation(operation, access, context) };
  }
  const isUsed = ([name]: readonly [string, unknown]) => context.used.has(name);
  return {
    openapi: '3.1.0',
    info: { title: info.title, description: info.description, version: info.version, license: apache },
    servers: [{ url: info.server, description: 'Default address' }],
    tags: [...new Set(described.map(({ operation: { tag } }) => tag))].sort().map(describeTag),
    security: [...toRequirements(credentials), {}],
    paths,
    components: {
      securitySchemes: credentials,
      headers: Object.fromEntries(Object.entries(headers).filter(isUsed)),
      responses: Object.fromEntries(
        Object.entries(problems)
          .filter(isUsed)
          .map(([name, description]) => [name, toProblemAnswer(description, problem)]),
      ),
      schemas: components.all(),
    },
  };
}

function describeTag(name: string): Json {
  const description = tagDescriptions[name];
  return description === undefined ? { name } : { name, description };
}

function toProblemAnswer(description: string, problem: Json): Json {
  return { description, content: { [problemMediaType]: { schema: problem } } };
}

/** One requirement for each security scheme. */
function toRequirements(credentials: Readonly<Record<string, Json>>): readonly Json[] {
  return Object.keys(credentials).map((name) => ({ [name]: [] }));
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
  BadRequest: 'The request does not match its schema',
  Unauthorized: 'The credential is missing or wrong',
  Forbidden: 'The caller has no right to do this',
  NotFound: 'The organisation of the caller has no such record',
  IdempotencyMismatch: 'The Idempotency-Key was used with another request, or the record is in another state',
  StaleRevision: 'The revision of the record differs from If-Match',
  TooLarge: 'The body is too large',
  UnsupportedMediaType: 'The body has another media type or charset',
  RevisionRequired: 'If-Match is missing',
  Problem: 'Another refusal',
  ServerFault: 'The service, or one that it depends on, failed or is busy',
};

function describeOperation(operation: Operation, access: AccessLevel | undefined, context: Context): Json {
  const { id, tag, summary, description } = operation;
  const { components, credentials } = context;
  const name = toName(id);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...toSecurity(access, credentials),
    ...toParameters(operation, components),
    ...(hasBody(operation) ? { requestBody: toRequestBody(operation, name, components) } : {}),
    responses: { ...toGood(operation, name, context), ...toRefused(operation, access, context) },
  };
}

/** `undefined` keeps the document's default: a credential, or none on loopback without one configured. */
function toSecurity(access: AccessLevel = 'caller', credentials: Readonly<Record<string, Json>>): Json {
  if (access === 'caller') return {};
  return { security: access === 'open' ? [{}] : toRequirements(credentials) };
}

function hasBody({ body, describedBody, consumes }: Operation): boolean {
  return body !== undefined || describedBody !== undefined || consumes !== undefined;
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

function toRequestBody(operation: Operation, name: string, components: Components): Json {
  const { body, describedBody, consumes = 'application/json' } = operation;
  const shape = body ?? describedBody;
  const schema =
    shape === undefined ? { type: 'string', format: 'binary' } : components.describeAs(`${name}Request`, shape);
  const isOptional = shape !== undefined && Type.IsOptional(shape);
  return { required: !isOptional, content: Object.fromEntries([consumes].flat().map((type) => [type, { schema }])) };
}

function toGood(operation: Operation, name: string, { components, used }: Context): Record<string, Json> {
  const { responses, etag, location } = operation;
  const named = [...(etag === true ? ['ETag'] : []), ...(location === undefined ? [] : ['Location'])];
  for (const header of named) used.add(header);
  const answered = Object.fromEntries(named.map((header) => [header, { $ref: `#/components/headers/${header}` }]));
  const good = Object.entries<TSchema | undefined>(responses).map(([status, shape]): [string, Json] => [
    status,
    {
      description: goodAnswers[status] ?? 'Done',
      ...(named.length === 0 ? {} : { headers: answered }),
      ...(shape === undefined || isEmpty(status, shape)
        ? {}
        : { content: toContent(operation, components.describeAs(name, shape)) }),
    },
  ]);
  return Object.fromEntries(good);
}

/** True for an answer without a body. */
function isEmpty(status: string, shape: TSchema): boolean {
  return status === '204' || status === '304' || (status === '202' && Type.IsNull(shape));
}

function toRefused(operation: Operation, access: AccessLevel | undefined, context: Context): Record<string, Json> {
  const { path, params, query, idempotent, ifMatch, refusals = {} } = operation;
  const isPrivate = access !== 'open';
  const takesBody = hasBody(operation);
  const usual: readonly (readonly [string, keyof typeof problems, boolean])[] = [
    ['400', 'BadRequest', takesBody || query !== undefined || params !== undefined],
    ['401', 'Unauthorized', isPrivate],
    ['403', 'Forbidden', isPrivate],
    ['404', 'NotFound', path.includes(':')],
    ['409', 'IdempotencyMismatch', idempotent === true],
    ['412', 'StaleRevision', ifMatch === true],
    ['413', 'TooLarge', takesBody],
    ['415', 'UnsupportedMediaType', takesBody],
    ['428', 'RevisionRequired', ifMatch === true],
    ['4XX', 'Problem', true],
    ['5XX', 'ServerFault', true],
  ];
  const isOwn = (status: string) => status in refusals || ('4XX' in refusals && status.startsWith('4'));
  const shared = usual.flatMap(([status, problem, applies]): [string, Json][] => {
    if (!applies || isOwn(status)) return [];
    context.used.add(problem);
    return [[status, { $ref: `#/components/responses/${problem}` }]];
  });
  const own = Object.entries(refusals).map(([status, refusal]): [string, Json] => [status, toOwn(refusal, context)]);
  return Object.fromEntries([...shared, ...own].sort(([one], [other]) => compare(one, other)));
}

function toOwn(refusal: Refusal, { components, problem }: Context): Json {
  const { description, shape, produces = 'application/json' } = refusal;
  if (shape === undefined) return toProblemAnswer(description, problem);
  return { description, content: { [produces]: { schema: components.describe(shape) } } };
}

function toContent({ produces = 'application/json', alsoProduces = [], streams }: Operation, schema: Json): Json {
  const binary = { schema: { type: 'string', format: 'binary' } };
  return {
    [produces]: { schema },
    ...Object.fromEntries(alsoProduces.map((type) => [type, binary])),
    ...(streams === true ? { 'text/event-stream': { schema: { type: 'string' } } } : {}),
  };
}

const goodAnswers: Readonly<Record<string, string>> = {
  200: 'Done',
  201: 'Made',
  202: 'Accepted',
  204: 'Success without a body',
  304: 'Not modified; without a body',
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
