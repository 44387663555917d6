/** The limits of one process, derived from the few that are configured. */
import { limits } from '../../contract/limits.ts';
import type { CallSlotLimits } from './call-limiter.ts';

/**
 * The configured limits (`MCP_MAX_CONCURRENT_CALLS`, `MCP_GATEWAY_CALLS_PER_MINUTE`, `MCP_GATEWAY_CALL_TIMEOUT_MS`).
 */
export interface CallSettings {
  readonly maxConcurrent: number;
  readonly callsPerMinute: number;
  readonly callTimeoutMs?: number;
}

export const defaultCallSettings = { maxConcurrent: 10, callsPerMinute: 600, callTimeoutMs: 120_000 } as const;

/** The time for which the client of an ended call may wait for its record. */
export const endTimeoutMs = 30_000;
export const maxResultBytes = limits.mcpMessageBytes;
export const maxResultDepth = 64;
export const maxArgumentDepth = 64;
/** The number of times that a server may ask for input in one call. */
export const maxInputRounds = 16;

/** Keeps one agent or one server from taking all slots or the whole queue. */
export function toCallSlotLimits({ maxConcurrent }: Pick<CallSettings, 'maxConcurrent'>): CallSlotLimits {
  return {
    maxConcurrent,
    maxPerAgent: Math.max(1, Math.ceil(maxConcurrent * 0.8)),
    maxPerServer: Math.max(1, Math.ceil(maxConcurrent * 0.6)),
    maxWaiting: 256,
    maxWaitingPerAgent: 192,
    maxWaitMs: 30_000,
  };
}
