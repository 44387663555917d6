/**
 * Remembers which responses a caller made here, bounded and without any of their text, also for the next process. What
 * was judged then counts by its hash: for the same caller and model, as long as the same chain, policies and settings
 * judge.
 */
import { sha256Hex } from '@assay/sdk/crypto';
import { limits } from '../../contract/limits.ts';
import type { LineFile } from '../../platform/line-file.ts';
import type { Logger } from '../../platform/log.ts';
import { keepOnDisk } from './made-disk.ts';
import { type KeptLine, readLine, writeLine } from './made-lines.ts';

/** The reason why the provider keeps something else than what passed here by policy alone. */
export type MadeFlaw = 'redacted' | 'approved' | 'denied';

export interface MadeResponse {
  /** The exchange in which it was judged. */
  readonly evidenceId: string;
  /** Hex SHA-256 of the answer as its caller got it. */
  readonly responseHash: string;
  readonly modelId: string | null;
  /** Fingerprint of the chain, policies and settings that judged it. */
  readonly judgedBy: string;
  readonly flaw: MadeFlaw | undefined;
}

export interface MadeResponses {
  find(caller: string, id: string): MadeResponse | undefined;
  /**
   * An id belongs to who made it last. When full, the oldest response of the caller with the most is forgotten. On disk
   * when it returns, if the disk takes it.
   */
  add(caller: string, id: string, made: MadeResponse): void;
  drop(caller: string, id: string): void;
  close(): void;
}

export interface MadeResponsesOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Names the provider: another one does not have what this one keeps. */
  readonly provider: string;
  /** Undefined: nothing is known after a restart. */
  readonly file: LineFile | undefined;
  readonly log: Logger;
  readonly maxPerCaller?: number;
  readonly maxTotal?: number;
}

/** After this long a response is forgotten. */
export const responseTtlMs = 24 * 3_600_000;

interface Entry {
  readonly caller: string;
  readonly made: MadeResponse;
  readonly untilMs: number;
  readonly line: string;
}

export function createMadeResponses(options: MadeResponsesOptions): MadeResponses {
  const { now, provider, file, log, maxPerCaller = limits.madeResponses, maxTotal = 20 * maxPerCaller } = options;
  const entries = new Map<string, Entry>();
  /** The ids of each caller, oldest first. */
  const callers = new Map<string, Set<string>>();
  // Who the callers are is not written to the disk.
  const keyOf = (caller: string): string => sha256Hex(JSON.stringify([provider, caller]));

  const forget = (id: string): boolean => {
    const entry = entries.get(id);
    if (entry === undefined) return false;
    entries.delete(id);
    const ids = callers.get(entry.caller);
    ids?.delete(id);
    if (ids?.size === 0) callers.delete(entry.caller);
    return true;
  };
  const forgetOldest = (ids: ReadonlySet<string>): void => {
    const [oldest] = ids;
    if (oldest !== undefined) forget(oldest);
  };
  const makeRoom = (): void => {
    let largest: ReadonlySet<string> | undefined;
    for (const ids of callers.values()) if (largest === undefined || ids.size > largest.size) largest = ids;
    if (largest !== undefined) forgetOldest(largest);
  };
  /** True where the id was remembered before. */
  const remember = (kept: KeptLine, line: string): boolean => {
    const { caller, id } = kept;
    const isKnown = forget(id);
    const ids = callers.get(caller) ?? new Set();
    callers.set(caller, ids.add(id));
    entries.set(id, { caller, made: toMade(kept), untilMs: kept.until_ms, line });
    if (ids.size > maxPerCaller) forgetOldest(ids);
    if (entries.size > maxTotal) makeRoom();
    return isKnown;
  };
  const isCurrent = (untilMs: number): boolean => now() < untilMs && untilMs <= now() + responseTtlMs;
  const load = (lines: readonly string[]): void => {
    let damaged = 0;
    for (const line of lines) {
      const value = readLine(line);
      if (value === undefined) damaged += 1;
      else if ('dropped' in value) forget(value.dropped);
      // A later line of the same id counts, also one that is over.
      else if (!isCurrent(value.until_ms)) forget(value.id);
      else remember(value, `${line}\n`);
    }
    if (damaged > 0) log.error({ lines: damaged }, 'remembered responses cannot be read, and are not found any longer');
  };

  load(file?.lines ?? []);
  const disk = keepOnDisk(file, { now, log, lines: () => [...entries.values()].map(({ line }) => line) });

  return {
    find(caller, id) {
      const entry = entries.get(id);
      if (entry === undefined || entry.caller !== keyOf(caller)) return undefined;
      if (isCurrent(entry.untilMs)) return entry.made;
      forget(id);
      return undefined;
    },
    add(caller, id, made) {
      const kept = toKept(keyOf(caller), id, made, now() + responseTtlMs);
      const line = writeLine(kept);
      disk.note(line, { isChange: remember(kept, line) });
    },
    drop(caller, id) {
      if (entries.get(id)?.caller !== keyOf(caller)) return;
      forget(id);
      disk.note(writeLine({ dropped: id }), { isChange: true });
    },
    close: () => file?.close(),
  };
}

function toKept(caller: string, id: string, made: MadeResponse, untilMs: number): KeptLine {
  return {
    caller,
    id,
    until_ms: untilMs,
    evidence_id: made.evidenceId,
    response_hash: made.responseHash,
    model_id: made.modelId,
    judged_by: made.judgedBy,
    flaw: made.flaw ?? null,
  };
}

function toMade(kept: KeptLine): MadeResponse {
  return {
    evidenceId: kept.evidence_id,
    responseHash: kept.response_hash,
    modelId: kept.model_id,
    judgedBy: kept.judged_by,
    flaw: kept.flaw ?? undefined,
  };
}
