/**
 * Remembers which responses a caller made here, in bounded memory and without any of their text. What was judged then
 * counts by its hash: for the same caller and model, as long as the same chain, policies and settings judge.
 */
import { limits } from '../../contract/limits.ts';
import type { ActiveState } from '../state/active-state.ts';

/** The reason why the provider keeps something else than what passed here by policy alone. */
export type MadeFlaw = 'redacted' | 'approved' | 'denied';

export interface MadeResponse {
  /** The exchange in which it was judged. */
  readonly evidenceId: string;
  /** Hex SHA-256 of the answer as its caller got it. */
  readonly responseHash: string;
  readonly modelId: string | null;
  /** The chain, policies and settings that judged it. */
  readonly judgedBy: WeakRef<ActiveState>;
  readonly flaw: MadeFlaw | undefined;
}

export interface MadeResponses {
  find(caller: string, id: string): MadeResponse | undefined;
  /** When full, the oldest response of the caller with the most is forgotten. */
  add(caller: string, id: string, made: MadeResponse): void;
  drop(caller: string, id: string): void;
}

export interface MadeResponsesOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly maxPerCaller?: number;
  readonly maxTotal?: number;
}

/** After this long a response is forgotten. */
export const responseTtlMs = 24 * 3_600_000;

interface Entry {
  readonly made: MadeResponse;
  readonly untilMs: number;
}

export function createMadeResponses({
  now,
  maxPerCaller = limits.madeResponses,
  maxTotal = 20 * limits.madeResponses,
}: MadeResponsesOptions): MadeResponses {
  const callers = new Map<string, Map<string, Entry>>();
  let total = 0;

  const drop = (caller: string, id: string): void => {
    const entries = callers.get(caller);
    if (entries?.delete(id) !== true) return;
    total -= 1;
    if (entries.size === 0) callers.delete(caller);
  };
  const dropOldest = (caller: string, entries: ReadonlyMap<string, Entry>): void => {
    const [oldest] = entries.keys();
    if (oldest !== undefined) drop(caller, oldest);
  };
  const makeRoom = (): void => {
    let largest: readonly [string, ReadonlyMap<string, Entry>] | undefined;
    for (const one of callers) if (largest === undefined || one[1].size > largest[1].size) largest = one;
    if (largest !== undefined) dropOldest(...largest);
  };

  return {
    find(caller, id) {
      const entry = callers.get(caller)?.get(id);
      if (entry === undefined || now() < entry.untilMs) return entry?.made;
      drop(caller, id);
      return undefined;
    },
    add(caller, id, made) {
      drop(caller, id);
      const entries = callers.get(caller) ?? new Map<string, Entry>();
      callers.set(caller, entries);
      entries.set(id, { made, untilMs: now() + responseTtlMs });
      total += 1;
      if (entries.size > maxPerCaller) dropOldest(caller, entries);
      if (total > maxTotal) makeRoom();
    },
    drop,
  };
}
