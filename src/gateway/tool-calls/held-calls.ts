/**
 * Allowed calls without a result yet: held in bounded memory, each under an unguessable id, for the asker that began
 * it. A restart loses them: their results are then shown to nobody.
 */
import { toBase64Url } from '@assay/sdk/crypto';
import { AppError } from '../../platform/errors.ts';
import type { RandomBytes } from '../../platform/ids.ts';
import type { ToolCall } from './tool-call.ts';

export interface HeldCalls {
  /** @throws AppError `unavailable` where no slot is free. */
  assertRoom(agentId: string): void;
  /** Holds a call and gives the id to take it with. After this time it goes to `onLate`. */
  hold(call: ToolCall, timeoutMs: number): string;
  /** Takes a call, once. @throws AppError `not_found` for an id that is not held, or for another asker. */
  take(callId: string, askerKey: string): ToolCall;
  takeAll(): ToolCall[];
  size(): number;
}

export interface HeldCallsOptions {
  readonly randomBytes: RandomBytes;
  /** Calls once after a time; the returned function cancels it. */
  readonly after: (ms: number, call: () => void) => () => void;
  readonly onLate: (call: ToolCall) => void;
  readonly maxCalls?: number;
  /** Most held calls of one agent, so that it does not take all slots. */
  readonly maxOfAgent?: number;
}

interface Entry {
  readonly call: ToolCall;
  readonly stop: () => void;
}

const defaultMaxCalls = 4_096;
const defaultMaxOfAgent = 1_024;
const nameBytes = 24;

export function createHeldCalls(options: HeldCallsOptions): HeldCalls {
  const { randomBytes, after, onLate, maxCalls = defaultMaxCalls, maxOfAgent = defaultMaxOfAgent } = options;
  const entries = new Map<string, Entry>();
  const ofAgent = new Map<string, number>();
  const count = ({ exchange }: ToolCall, by: number): void => {
    const { agentId } = exchange.identity;
    const held = (ofAgent.get(agentId) ?? 0) + by;
    if (held === 0) ofAgent.delete(agentId);
    else ofAgent.set(agentId, held);
  };
  const release = (callId: string, { call, stop }: Entry): ToolCall => {
    stop();
    entries.delete(callId);
    count(call, -1);
    return call;
  };
  const assertRoom = (agentId: string): void => {
    if (entries.size < maxCalls && (ofAgent.get(agentId) ?? 0) < maxOfAgent) return;
    const detail = 'Too many tool calls are in progress. Try again when some of them are done.';
    throw new AppError('unavailable', 'the limit of open tool calls is reached', { detail, retryAfterS: 1 });
  };
  return {
    assertRoom,
    hold(call, timeoutMs) {
      assertRoom(call.exchange.identity.agentId);
      const callId = `call_${toBase64Url(randomBytes(nameBytes))}`;
      const stop = after(timeoutMs, () => {
        const entry = entries.get(callId);
        if (entry !== undefined) onLate(release(callId, entry));
      });
      entries.set(callId, { call, stop });
      count(call, 1);
      return callId;
    },
    take(callId, askerKey) {
      const entry = entries.get(callId);
      if (entry?.call.askerKey === askerKey) return release(callId, entry);
      const detail =
        'There is no such open call: it has ended, it has expired, or the gateway was restarted. ' +
        'Do not use its result.';
      throw new AppError('not_found', 'no such tool call', { detail });
    },
    takeAll: () => [...entries].map(([callId, entry]) => release(callId, entry)),
    size: () => entries.size,
  };
}
