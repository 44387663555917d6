/**
 * Handles `notifications/cancelled` of older clients, which keep their connection open. Request ids are chosen by
 * clients, so a notice counts only while exactly one request of the principal has the id. Newer clients close the
 * stream instead.
 */
import type { JsonObject } from '../ports.ts';
import type { McpRequest } from './wire.ts';

export interface Cancelling {
  /** Registers a request; call the returned function when the request is over. */
  enter(principalKey: string, request: McpRequest, cancel: () => void): () => void;
  notice(principalKey: string, notification: { readonly method: string; readonly params: JsonObject }): void;
}

export function createCancelling(): Cancelling {
  const underWay = new Map<string, Set<() => void>>();
  const keyOf = (principalKey: string, id: unknown) => `${typeof id} ${String(id)} ${principalKey}`;
  return {
    enter: (principalKey, { era, id }, cancel) => {
      if (era === 'modern') return () => {};
      const key = keyOf(principalKey, id);
      const own = underWay.get(key) ?? new Set();
      underWay.set(key, own.add(cancel));
      return () => {
        own.delete(cancel);
        if (own.size === 0) underWay.delete(key);
      };
    },
    notice: (principalKey, { method, params }) => {
      const id = params['requestId'];
      if (method !== 'notifications/cancelled' || (typeof id !== 'string' && typeof id !== 'number')) return;
      const [cancel, ...others] = underWay.get(keyOf(principalKey, id)) ?? [];
      if (others.length === 0) cancel?.();
    },
  };
}
