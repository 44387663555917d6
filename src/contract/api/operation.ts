/**
 * An operation of one of our APIs, as data. The route, the OpenAPI document, the typed client, the reference and simple
 * commands all derive from it, so a method, a path or a shape stands in one place.
 */
import type { Static, TObject, TSchema } from 'typebox';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** 304 answers a conditional read (RFC 9110 section 15.4.5). */
export type SuccessStatus = 200 | 201 | 202 | 204 | 304;

/** A refusal that the document tells more of than its status. */
export interface Refusal {
  readonly description: string;
  /** Shape of an answer in `application/json`; a problem document (RFC 9457) if absent. */
  readonly shape?: TSchema;
}

export interface Operation {
  /** `group.verb`, unique in its API; the `operationId` of the OpenAPI document. */
  readonly id: string;
  readonly method: HttpMethod;
  /** As routes spell it: `/v1/registry/models/:id`. */
  readonly path: string;
  /** Group in the OpenAPI document and in the reference. */
  readonly tag: string;
  /** One imperative sentence without a full stop: `Deprecate an approved model version`. */
  readonly summary: string;
  /** What the summary leaves out, in sentences. */
  readonly description?: string;
  readonly params?: TObject;
  readonly query?: TObject;
  /** Headers of its own; `Idempotency-Key` and `If-Match` come from the flags below. */
  readonly headers?: TObject;
  readonly body?: TSchema;
  /** Shape of a body that the handler reads and checks by itself: it stands in the OpenAPI document alone. */
  readonly describedBody?: TSchema;
  /** Media types of a request body that is not JSON only. */
  readonly consumes?: string | readonly string[];
  /** Largest request body in bytes; the service's own limit if absent. */
  readonly bodyLimit?: number;
  /** Media type of an answer that is not JSON. */
  readonly produces?: string;
  /** Media types in which a client may ask for the same answer by `Accept`. */
  readonly alsoProduces?: readonly string[];
  /** Answers with server-sent events instead where the request asks for them. */
  readonly streams?: true;
  /** Refusals of its own by status; `4XX` stands for every refusal. The others are problem documents (RFC 9457). */
  readonly refusals?: { readonly [status: string]: Refusal };
  /** Shapes of its good answers. */
  readonly responses: { readonly [status in SuccessStatus]?: TSchema };
  /** Takes `Idempotency-Key`: the same key with the same request is done once and answered alike for a day. */
  readonly idempotent?: true;
  /** Answers with the record's revision in `ETag`. */
  readonly etag?: true;
  /** Names in `If-Match` the revision that it changes. */
  readonly ifMatch?: true;
  /** Takes `limit` and `cursor`, which stand in `query`. */
  readonly paged?: true;
  /** `Location` of what it made: `:name` is a parameter of the path, `{name}` a member of the answer. */
  readonly location?: string;
  /** The answer holds a secret that no cache may keep (`Cache-Control: no-store`). */
  readonly noStore?: true;
}

/** Gives the operation back with the type that its literals say. */
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

/** `METHOD /path`, as tables of rights name an operation. */
export function endpointOf({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method} ${path}`;
}
