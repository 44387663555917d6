/** Calls to verifiers in other local processes. An unavailable verifier is asked again, or another one. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

export type Json = Record<string, unknown>;

/** What stands in the way of one call is over soon: the database cannot be reached, the process ends, a bound is reached. */
const passing = new Set([429, 502, 503, 504]);

/** @throws Error with an unsuccessful answer. */
export async function callOnce(url: string, method: string, path: string, body?: unknown, headers = {}): Promise<Json> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  });
  const text = await response.text();
  if (!response.ok) throw Object.assign(new Error(`${method} ${path}: ${text}`), { status: response.status });
  return text === '' ? {} : JSON.parse(text);
}

export interface Callee {
  /** Possible verifiers, re-evaluated at each try; the first one first. */
  readonly urls: () => readonly string[];
  /** The operator's token. */
  readonly token: string;
}

/** Repeats a call until it succeeds; creates only one object. */
export async function callUntilDone(
  { urls, token }: Callee,
  method: string,
  path: string,
  body?: unknown,
): Promise<Json> {
  const headers = { 'x-assay-key': token, ...(method === 'GET' ? {} : { 'idempotency-key': randomUUID() }) };
  for (let turn = 0; ; turn += 1) {
    const all = urls();
    try {
      return await callOnce(all[turn % all.length] ?? '', method, path, body, headers);
    } catch (error) {
      const status: unknown = Reflect.get(Object(error), 'status');
      const isPassing = typeof status !== 'number' || passing.has(status);
      if (!isPassing || turn === 200) throw error;
      await pause(50);
    }
  }
}
