/** Makes the client: one function for each operation, named by its id. */
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
  /** `fetch` of the platform if absent. */
  readonly fetch?: typeof fetch;
  /** Waits between tries; a timer if absent. */
  readonly sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
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
    members[verb] = (input: Input = {}, call: CallOptions = {}) => answerOf(operation, input, { options, call });
    groups[group] = members;
  }
  // The table and the type are generated from the same operations.
  return groups as unknown as Client;
}

function answerOf(operation: ClientOperation, input: Input, sending: SendOptions): unknown {
  const answer = send(operation, input, sending);
  switch (operation.answer) {
    case 'json':
      return answer.then(readJson);
    case 'none':
      return answer.then(async (response) => void (await response.body?.cancel()));
    case 'text':
      return answer.then((response) => response.text());
    case 'bytes':
      return answer.then(({ body }) => body ?? new ReadableStream());
    case 'events':
      return answer.then(({ body }) => readEvents(body ?? new ReadableStream()));
  }
}
