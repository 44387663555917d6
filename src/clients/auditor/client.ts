/** The gateway's client of an auditor, for every transport. */
import type { ClaimsRequest, ClaimsResponse, Health, Vocabulary } from '@assay/sdk/contract';

export interface AuditorCallOptions {
  /** One deadline over all tries, in milliseconds from the call. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** W3C `traceparent` to pass on. */
  readonly traceparent?: string;
}

/**
 * A connected auditor. `claims` never throws for a failure of the auditor: a transport failure, a hang or a malformed
 * answer becomes an in-band error (`TIMEOUT`, `OVERLOADED`, `INTERNAL_ERROR`). `health` and `vocabulary` throw.
 */
export interface AuditorClient {
  readonly transport: 'local' | 'http';
  health(options: AuditorCallOptions): Promise<Health>;
  vocabulary(options: AuditorCallOptions): Promise<Vocabulary>;
  claims(request: ClaimsRequest, options: AuditorCallOptions): Promise<ClaimsResponse>;
  close(): Promise<void>;
}
