/** Adds the route of an operation whose handler writes its own answer: streams, uploads, answers of several statuses. */
import type { FastifyContextConfig, FastifyReply, FastifyRequest, FastifySchema, RouteShorthandOptions } from 'fastify';
import { type TObject, Type } from 'typebox';
import { IdempotencyHeadersSchema, IfMatchHeadersSchema } from '../../contract/api/headers.ts';
import type { AnswerOf, BodyOf, HeadersOf, Operation, ParamsOf, QueryOf } from '../../contract/api/operation.ts';
import { rawOperations } from '../../contract/api/raw-operations.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import type { HttpApp } from './app.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation that the route answers; routes without one are not in the OpenAPI document. */
    operation?: Operation;
  }
}

/** A request that the shapes of its operation were checked against. */
export interface OperationRequest<O extends Operation> {
  readonly params: ParamsOf<O>;
  readonly query: QueryOf<O>;
  readonly headers: HeadersOf<O> & { readonly 'idempotency-key'?: string; readonly 'if-match'?: string };
  readonly body: BodyOf<O>;
}

export type RawHandler<O extends Operation> = (
  input: OperationRequest<O> & { readonly request: FastifyRequest; readonly reply: FastifyReply },
) => Promise<AnswerOf<O> | FastifyReply>;

/** What Fastify checks of a request and of an answer. */
export function toRouteSchema(operation: Operation): FastifySchema {
  const { params, query, body, responses, refusals } = operation;
  const headers = toHeaders(operation);
  return {
    ...(params === undefined ? {} : { params }),
    ...(query === undefined ? {} : { querystring: query }),
    ...(headers === undefined ? {} : { headers }),
    ...(body === undefined ? {} : { body }),
    response: { ...responses, ...(refusals?.['4XX'] === undefined ? { '4xx': ProblemSchema } : {}) },
  };
}

function toHeaders({ headers, idempotent, ifMatch }: Operation): TObject | undefined {
  const properties = {
    ...(idempotent === undefined ? {} : IdempotencyHeadersSchema.properties),
    ...(ifMatch === undefined ? {} : IfMatchHeadersSchema.properties),
    ...headers?.properties,
  };
  return Object.keys(properties).length === 0 ? undefined : Type.Object(properties);
}

/** Settings of Fastify for one route. */
export type RawOptions = Pick<
  RouteShorthandOptions,
  'attachValidation' | 'bodyLimit' | 'errorHandler' | 'exposeHeadRoute'
>;

/**
 * Adds the route of an operation that is in the list of raw operations; `config` is what else the app has to know of it.
 * @throws Error for an operation that is not in the list, which a service finds when it starts.
 */
export function mountRaw<const O extends Operation>(
  app: HttpApp,
  operation: O,
  handler: RawHandler<O>,
  config: FastifyContextConfig = {},
  options: RawOptions = {},
): void {
  if (rawOperations[operation.id] === undefined) {
    throw new Error(`${operation.id} has no reason in src/contract/api/raw-operations.ts to answer by itself`);
  }
  addOperation(app, operation, handler, config, options);
}

/** Adds the route; the caller answers for everything that its declaration says. */
export function addOperation<const O extends Operation>(
  app: HttpApp,
  operation: O,
  handler: RawHandler<O>,
  config: FastifyContextConfig = {},
  options: RawOptions = {},
): void {
  app.route({
    ...options,
    method: operation.method,
    url: operation.path,
    ...(operation.bodyLimit === undefined ? {} : { bodyLimit: operation.bodyLimit }),
    // HEAD would open a stream that nobody can read.
    ...(operation.produces === 'text/event-stream' ? { exposeHeadRoute: false } : {}),
    schema: toRouteSchema(operation),
    config: { ...config, operation },
    handler: (request, reply) => handler({ ...readRequest<O>(request), request, reply }),
  });
}

/** Gives the parts of a request, which Fastify has checked against the shapes of the operation. */
export function readRequest<O extends Operation>(request: FastifyRequest): OperationRequest<O> {
  const { params, query, headers, body } = request;
  return { params, query, headers, body } as OperationRequest<O>;
}
