/**
 * Adds the route of an operation to the verifier and does everything that its declaration says: author, bounds of the body,
 * `If-Match`, `Idempotency-Key`, pages, status, `ETag`, `Location`, `Cache-Control`. The handler returns the view.
 */
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerOf, BodyOf, Operation } from '../../contract/api/operation.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Caller } from '../../platform/http/access.ts';
import type { HttpApp } from '../../platform/http/app.ts';
import { addOperation, type OperationRequest, type RawHandler } from '../../platform/http/mount-raw.ts';
import { type PageStart, parsePage } from '../../platform/http/page.ts';
import { type Author, toAuthor } from './control/author.ts';
import type { Idempotency } from './idempotency/service.ts';
import { parseIfMatch, toEtag } from './revision.ts';
import { assertStorable } from './storable.ts';

/** One call of an operation. */
export type Call<O extends Operation> = OperationRequest<O> & {
  readonly caller: Caller;
  readonly author: Author;
  readonly request: FastifyRequest;
} & (O extends { readonly paged: true } ? { readonly page: PageStart } : unknown) &
  (O extends { readonly ifMatch: true } ? { readonly revision: number } : unknown);

/** One call of a write that is one transaction. */
export type WriteCall<O extends Operation> = Call<O> & { readonly tx: Db };

/** The result of a handler: the view, or nothing if the answer has no body. */
type Result<O extends Operation> = keyof O['responses'] extends 204 ? Promise<void> : Promise<AnswerOf<O>>;

export interface MountOptions<O extends Operation> {
  /** Route config for the app. */
  readonly config?: FastifyContextConfig;
  /** True if the handler bounds the body itself, or accepts more than a record can hold. */
  readonly isBodyUnbounded?: boolean;
  /** Bounds of the body, if they differ from those of a record. */
  readonly bodyBounds?: { readonly bytes: number; readonly depth: number };
  /** The part of the body that is bounded as a record; the whole body if absent. */
  readonly bounded?: (body: BodyOf<O>) => unknown;
  /** Identifies a repeated call; by the filled path and the body if absent. */
  readonly repeat?: (call: Call<O>) => { readonly operation?: string; readonly request?: unknown };
  /** Status of this answer, if the operation has several success codes. */
  readonly status?: (view: AnswerOf<O>) => number;
}

export interface Mount {
  /** Mounts a read, or a write whose handler opens its own transactions. */
  read<const O extends Operation>(
    app: HttpApp,
    operation: O & { readonly idempotent?: never },
    handler: (call: Call<O>) => Result<O>,
    options?: MountOptions<O>,
  ): void;
  /** Mounts a write in one transaction, which also stores the answer for `Idempotency-Key` if the operation accepts it. */
  write<const O extends Operation>(
    app: HttpApp,
    operation: O,
    handler: (call: WriteCall<O>) => Result<O>,
    options?: MountOptions<O>,
  ): void;
}

export interface MountDeps {
  readonly db: Db;
  readonly idempotency: Idempotency;
}

/** Creates the two ways in which the verifier mounts operations. */
export function createMount({ db, idempotency }: MountDeps): Mount {
  return {
    read(app, operation, handler, options = {}) {
      add(app, operation, handler, options);
    },
    write(app, operation, handler, options = {}) {
      const inTransaction = (call: Call<typeof operation>) => db.transaction(async (tx) => handler({ ...call, tx }));
      const once = async (call: Call<typeof operation>) => {
        const named = options.repeat?.(call) ?? {};
        const { body } = await idempotency.once(
          {
            orgId: call.author.orgId,
            operation: named.operation ?? filledEndpoint(operation, call.params),
            key: call.headers['idempotency-key'],
            request: 'request' in named ? named.request : call.body,
          },
          async (tx) => ({ status: statusOf(operation), body: await handler({ ...call, tx }) }),
        );
        return body;
      };
      add(app, operation, operation.idempotent === true ? once : inTransaction, options);
    },
  };
}

function add<O extends Operation>(
  app: HttpApp,
  operation: O,
  handler: (call: Call<O>) => Promise<unknown>,
  { config, isBodyUnbounded, bodyBounds, bounded, status }: MountOptions<O>,
): void {
  const handle: RawHandler<O> = async ({ request, reply, ...input }) => {
    const { caller } = request;
    const isBounded = operation.body !== undefined && isBodyUnbounded !== true;
    if (isBounded) assertStorable(bounded?.(input.body) ?? input.body, bodyBounds);
    const extras = {
      ...(operation.paged === undefined ? {} : { page: parsePage(input.query) }),
      ...(operation.ifMatch === undefined ? {} : { revision: parseIfMatch(input.headers['if-match']) }),
    };
    // The extras exist exactly when the type of the operation says so.
    const call = { ...input, caller, author: toAuthor(caller), request, ...extras } as Call<O>;
    const view = await handler(call);
    return answer(reply, operation, {
      view,
      params: input.params,
      // The handler's type guarantees that the view is an answer of the operation.
      status: status?.(view as AnswerOf<O>),
    });
  };
  addOperation(app, operation, handle, config);
}

interface Answered {
  readonly view: unknown;
  readonly params: unknown;
  readonly status: number | undefined;
}

function answer(reply: FastifyReply, operation: Operation, { view, params, status }: Answered): FastifyReply {
  reply.code(status ?? statusOf(operation));
  if (operation.noStore === true) reply.header('cache-control', 'no-store');
  if (operation.location !== undefined) reply.header('location', fill(operation.location, { params, view }));
  if (operation.etag === true) reply.header('etag', toEtag(Number(readMember(view, 'revision'))));
  return reply.send(view ?? null);
}

/** Gives the first success code that the operation declares. */
function statusOf({ responses }: Operation): number {
  return Number(Object.keys(responses)[0]);
}

function filledEndpoint({ method, path }: Operation, params: unknown): string {
  return `${method} ${path.replace(/:(\w+)/g, (_all, name: string) => String(readMember(params, name)))}`;
}

function fill(template: string, { params, view }: Pick<Answered, 'params' | 'view'>): string {
  return template
    .replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(readMember(params, name))))
    .replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(readMember(view, name))));
}

/** @throws Error if a declaration names a missing member. */
function readMember(value: unknown, name: string): unknown {
  const member: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  if (member === undefined) throw new Error(`the operation names ${name}, which is not there`);
  return member;
}
