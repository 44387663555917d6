/**
 * An operation of one of our APIs, as data. The route, the OpenAPI document, the typed client, the reference and
 * simple commands derive from it.
 */
import type { Static, TObject, TSchema } from 'typebox';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** 304 answers a conditional read (RFC 9110 section 15.4.5). */
export type SuccessStatus = 200 | 201 | 202 | 204 | 304;

/** A refusal with more than a status in the OpenAPI document. */
export interface Refusal {
  readonly description: string;
  /** Shape of an answer in `application/json`; a problem document (RFC 9457) if absent. */
  readonly shape?: TSchema;
  /** Media type of an answer with that shape that is not JSON. */
  readonly produces?: string;
}

export interface Operation {
  /** `group.verb`, unique in its API; the `operationId` of the OpenAPI document. */
  readonly id: string;
  readonly method: HttpMethod;
  /** Spelled as routes spell it: `/v1/registry/models/:id`. */
  readonly path: string;
  /** Group in the OpenAPI document and in the reference. */
  readonly tag: string;
  /** One imperative sentence without a full stop: `Deprecate an approved model version`. */
  readonly summary: string;
  /** Facts that the summary leaves out, in sentences. */
  readonly description?: string;
  readonly params?: TObject;
  readonly query?: TObject;
  /** Headers of its own; `Idempotency-Key` and `If-Match` come from the flags below. */
  readonly headers?: TObject;
  readonly body?: TSchema;
  /** Shape of a body that the handler reads and checks by itself. It is used in the OpenAPI document only. */
  readonly describedBody?: TSchema;
  /** Media types of a request body that is not JSON only. */
  readonly consumes?: string | readonly string[];
  /** Largest request body in bytes; the service's own limit if absent. */
  readonly bodyLimit?: number;
  /** Media type of an answer that is not JSON. */
  readonly produces?: string;
  /** Media types in which a client may ask for the same answer by `Accept`. */
  readonly alsoProduces?: readonly string[];
  /** Answers with server-sent events if the request asks for them. */
  readonly streams?: true;
  /** Refusals of this operation by status; `4XX` stands for every refusal. The others are problem documents (RFC 9457). */
  readonly refusals?: { readonly [status: string]: Refusal };
  /** Shapes of the successful answers. */
  readonly responses: { readonly [status in SuccessStatus]?: TSchema };
  /** Takes `Idempotency-Key`: the same key with the same request runs once and gets the same answer for a day. */
  readonly idempotent?: true;
  /** Answers with the record's revision in `ETag`. */
  readonly etag?: true;
  /** Requires `If-Match` with the revision to change. */
  readonly ifMatch?: true;
  /** Takes `limit` and `cursor` from `query`. */
  readonly paged?: true;
  /** `Location` of the created record: `:name` is a parameter of the path, `{name}` a member of the answer. */
  readonly location?: string;
  /** The answer holds a secret that no cache may keep (`Cache-Control: no-store`). */
  readonly noStore?: true;
}

/** Returns the operation, typed by its literals. */
export function defineOperation<const O extends Operation>(operation: O): O {
  return operation;
}

type StaticOf<S> = S extends TSchema ? Static<S> : Record<never, never>;

/** Types of the parts of a request, and of the answer. */
export type ParamsOf<O extends Operation> = StaticOf<O['params']>;
export type QueryOf<O extends Operation> = StaticOf<O['query']>;
export type HeadersOf<O extends Operation> = StaticOf<O['headers']>;
export type BodyOf<O extends Operation> = O['body'] extends TSchema ? Static<O['body']> : undefined;

type ResponseOf<O extends Operation> = {
  [Status in keyof O['responses']]: O['responses'][Status] extends TSchema ? Static<O['responses'][Status]> : never;
}[keyof O['responses']];

/** The answer of an operation; undefined for one without a body (204). */
export type AnswerOf<O extends Operation> = keyof O['responses'] extends 204 ? undefined : ResponseOf<O>;

/** Gives `METHOD /path`, the name of an operation in tables of rights. */
export function endpointOf({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method} ${path}`;
}
