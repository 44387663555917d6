/** What the client has to know of an operation to call it. */

export type AnswerKind = 'json' | 'none' | 'events' | 'bytes' | 'text';

export interface ClientOperation {
  /** `group.verb`, as the OpenAPI document names it. */
  readonly id: string;
  readonly method: string;
  /** With `{name}` for each parameter, and `{+name}` for the rest of the path. */
  readonly path: string;
  /** Names in the query string. */
  readonly query: readonly string[];
  /** Media type of the request body; absent without one. */
  readonly body?: string;
  readonly answer: AnswerKind;
  /** Takes `Idempotency-Key`, so a repeat is safe. */
  readonly idempotent?: true;
  /** Takes the revision in `If-Match`. */
  readonly ifMatch?: true;
}
