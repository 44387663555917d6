/** What a process is asked that speaks MCP as a client does, and what it measured. */
import type { LoadResult } from './load.ts';

export interface McpPlan {
  /** Of the endpoint, with its path. */
  readonly url: string;
  readonly work: CallWork | ListWork;
}

/** The same tool again and again, with texts that vary. */
export interface CallWork {
  readonly kind: 'call';
  readonly tool: string;
  /** The argument that takes a text. */
  readonly argument: string;
  readonly connections: number;
  readonly warmupMs: number;
  readonly durationMs: number;
}

/** All pages of the list of tools, one behind the other. */
export interface ListWork {
  readonly kind: 'list';
  /** How many tools there have to be; the first list is asked for until all of them are shown. */
  readonly tools: number;
  readonly rounds: number;
}

export interface McpListResult extends Pick<LoadResult, 'p50Ms' | 'p99Ms'> {
  readonly firstMs: number;
  /** How many times it was asked for until everything was in it. */
  readonly attempts: number;
  readonly pages: number;
  readonly bytes: number;
}

/** The revision that client and tool server of the bench speak. */
export const revision = '2026-07-28';
