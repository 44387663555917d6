/** Input and result of the MCP load process. */
import type { LoadResult } from './load.ts';

export interface McpPlan {
  /** URL of the endpoint, with its path. */
  readonly url: string;
  readonly work: CallWork | ListWork;
}

/** Calls the same tool repeatedly with varying texts. */
export interface CallWork {
  readonly kind: 'call';
  readonly tool: string;
  /** The text argument. */
  readonly argument: string;
  readonly connections: number;
  readonly warmupMs: number;
  readonly durationMs: number;
}

/** Reads all pages of the list of tools. */
export interface ListWork {
  readonly kind: 'list';
  /** Expected number of tools; the first list is repeated until all of them appear. */
  readonly tools: number;
  readonly rounds: number;
}

export interface McpListResult extends Pick<LoadResult, 'p50Ms' | 'p99Ms'> {
  readonly firstMs: number;
  /** Number of attempts until the list was complete. */
  readonly attempts: number;
  readonly pages: number;
  readonly bytes: number;
}

/** MCP revision of the bench's client and tool server. */
export const revision = '2026-07-28';
