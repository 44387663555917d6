/** Messages between the pool and an auditor worker thread. */
import type { ClaimsRequest, ClaimsResponse } from '@assay/sdk/contract';

export interface WorkerTask {
  readonly id: number;
  readonly auditorId: string;
  /** What the chain sets for this auditor; the environment of the process comes before it. */
  readonly env?: Readonly<Record<string, string>>;
  readonly request: ClaimsRequest;
}

export interface WorkerAnswer {
  readonly id: number;
  readonly response: ClaimsResponse;
}
