/** Messages between the pool and an auditor worker thread. */
import type { ClaimsRequest, ClaimsResponse } from '@assay/sdk/contract';

export interface WorkerTask {
  readonly id: number;
  readonly auditorId: string;
  /** The chain's settings for this auditor; environment variables of the process win. */
  readonly env?: Readonly<Record<string, string>>;
  readonly request: ClaimsRequest;
}

export interface WorkerAnswer {
  readonly id: number;
  readonly response: ClaimsResponse;
}
