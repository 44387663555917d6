/** Input and result of the load process. */

export interface LoadPlan {
  readonly url: string;
  readonly path: string;
  readonly kind: 'chat' | 'claims';
  /** Further headers that a peer needs. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly warmupMs: number;
  readonly durationMs: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}
