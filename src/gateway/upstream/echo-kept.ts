/** The responses that the built-in model keeps for a while, as a model server does: the last short ones. */

export interface KeptEcho {
  readonly response: { readonly id: string };
  /** The events of the answer as a stream. */
  readonly events: () => Iterable<string>;
  /** The items of the request. */
  readonly items: readonly unknown[];
}

export interface EchoKept {
  nextId(): string;
  keep(kept: KeptEcho): void;
  /** The answer to a call on one response, or its events; undefined where it is not kept. */
  answer(method: string, path: string): { readonly json: object } | { readonly events: Iterable<string> } | undefined;
  has(id: unknown): boolean;
}

const maxKept = 100;
const maxChars = 64 * 1024;

/** @param series Begins the ids, so that no other process makes the same. */
export function createEchoKept(series: string): EchoKept {
  const kept = new Map<string, KeptEcho>();
  let count = 0;
  return {
    nextId: () => `resp_echo${series}${++count}`,
    keep(one) {
      if (JSON.stringify([one.response, one.items]).length > maxChars) return;
      kept.set(one.response.id, one);
      const [oldest] = kept.keys();
      if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
    },
    answer(method, path) {
      const [, id = '', rest] = /^\/v1\/responses\/([^/?]+)(\/[^?]*)?/.exec(path) ?? [];
      const found = kept.get(id);
      if (found === undefined) return undefined;
      if (rest === '/input_items')
        return { json: { object: 'list', data: found.items.map(toListed), has_more: false } };
      if (method === 'GET' && new URL(path, 'http://echo').searchParams.get('stream') === 'true') {
        return { events: found.events() };
      }
      if (method !== 'DELETE') return { json: found.response };
      kept.delete(id);
      return { json: { id, object: 'response', deleted: true } };
    },
    has: (id) => typeof id === 'string' && kept.has(id),
  };
}

function toListed(item: unknown, at: number): object {
  return { type: 'message', id: `msg_echo_in${at}`, ...Object(item) };
}

/** The items of a request: a text is a message of the user. */
export function toItems({ input }: Record<string, unknown>): readonly unknown[] {
  if (Array.isArray(input)) return input;
  return [{ role: 'user', content: [{ type: 'input_text', text: input }] }];
}
