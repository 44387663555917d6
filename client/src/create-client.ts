/** Makes the client: one function for each operation, named by its id. */
import { ApiError, ConnectionError } from './errors.ts';
import { readEvents } from './events.ts';
import { operations } from './generated/operations.ts';
import type { Client } from './generated/types.ts';
import type { ClientOperation } from './operation.ts';
import { readJson, type SendOptions, send } from './send.ts';

export interface ClientOptions {
  /** Base URL of the service, such as `http://127.0.0.1:8200`. */
  readonly baseUrl: string;
  /** An API key or an access token for `Authorization: Bearer`; a function is asked before each call. */
  readonly credential?: string | (() => string | undefined | Promise<string | undefined>);
  /** The organisation that calls are for, where the credential has several. */
  readonly organization?: string;
  /** Sent with each call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How often a call that may be repeated is tried again; 2 if absent. */
  readonly retries?: number;
  /** Checks the types of each JSON answer; false if absent. What newer and older releases answer passes. */
  readonly checkAnswers?: boolean;
  /** Told of each checked answer, with a function that gives the place of an absent member; undefined for a whole answer. */
  readonly onAnswer?: (absentMember: () => string | undefined) => void;
  /** Gives the error that a call throws instead of this one. */
  readonly mapError?: (error: ApiError | ConnectionError) => Error;
  /** `fetch` of the platform if absent. */
  readonly fetch?: typeof fetch;
  /** Waits between tries; a timer if absent. */
  readonly sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** Told of each comment in a stream of events, such as why it ends. */
  readonly onComment?: (text: string) => void;
  readonly accept?: never;
}

/** Of operations that answer in several media types: gives the bytes of the answer as they come. */
export interface BytesCallOptions extends Omit<CallOptions, 'accept'> {
  /** Media type of the answer, such as `application/cbor`. */
  readonly accept: string;
}

type Input = Readonly<Record<string, unknown>>;

/**
 * Gives a client of the verifier.
 * @example
 * const assay = createClient({ baseUrl: 'http://127.0.0.1:8200' });
 * const model = await assay.models.get({ id: 'mdl_1' });
 */
export function createClient(options: ClientOptions): Client {
  const groups: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const [group = '', verb = ''] = operation.id.split('.');
    const members = groups[group] ?? {};
    members[verb] = (input: Input = {}, call: CallOptions | BytesCallOptions = {}) =>
      answerOf(operation, input, { options, call });
    groups[group] = members;
  }
  // The table and the type are generated from the same operations.
  return groups as unknown as Client;
}

function answerOf(operation: ClientOperation, input: Input, sending: SendOptions): unknown {
  const { mapError = (error: Error) => error } = sending.options;
  const kind = sending.call.accept === undefined ? operation.answer : 'bytes';
  const rethrow = (error: unknown): never => {
    throw error instanceof ApiError || error instanceof ConnectionError ? mapError(error) : error;
  };
  const answer = send(operation, input, sending);
  return readAnswer({ ...operation, answer: kind }, answer, { ...sending, rethrow }).catch(rethrow);
}

interface Reading extends SendOptions {
  /** For errors of streams, which come after the answer. */
  readonly rethrow: (error: unknown) => never;
}

function readAnswer(operation: ClientOperation, answer: Promise<Response>, reading: Reading): Promise<unknown> {
  const { checkAnswers = false, onAnswer } = reading.options;
  switch (operation.answer) {
    case 'json':
      return answer.then(readJson).then((value) => (checkAnswers ? checked(operation, value, onAnswer) : value));
    case 'none':
      return answer.then(async ({ status, body }) => {
        await body?.cancel();
        if (status !== 204) throw new ConnectionError(`${operation.id} is answered with ${status} instead of 204`);
      });
    case 'text':
      return answer.then((response) => response.text());
    case 'bytes':
      return answer.then(({ body }) => body ?? new ReadableStream());
    case 'events':
      return answer.then(({ body }) =>
        rethrowing(readEvents(body ?? new ReadableStream(), reading.call), reading.rethrow),
      );
  }
}

async function* rethrowing<T>(items: AsyncIterable<T>, rethrow: (error: unknown) => never): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (error) {
    rethrow(error);
  }
}

/** @throws ConnectionError that names the first place which does not fit */
async function checked({ id }: ClientOperation, value: unknown, onAnswer: ClientOptions['onAnswer']): Promise<unknown> {
  const [{ misfitOf, strictMisfitOf }, { answers, shapes }] = await Promise.all([
    import('./answer-shape.ts'),
    import('./generated/shapes.ts'),
  ]);
  const shape = answers[id] ?? 'any';
  const misfit = misfitOf(value, shape, shapes);
  onAnswer?.(() => strictMisfitOf(value, shape, shapes));
  if (misfit === undefined) return value;
  throw new ConnectionError(`the answer of ${id} is another one than declared at ${misfit === '' ? '/' : misfit}`);
}
