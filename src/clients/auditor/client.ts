/** How the gateway reaches an auditor, whatever the transport. */
import type { ClaimsRequest, ClaimsResponse, Health, Vocabulary } from '@assay/sdk/contract';

export interface AuditorCallOptions {
  /** One deadline over every try, in milliseconds from the call. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** W3C `traceparent` to hand on. */
  readonly traceparent?: string;
}

/**
 * A connected auditor. `claims` never throws for what the auditor did: a transport failure, a hang or a broken
 * answer comes back as an in-band error (`TIMEOUT`, `OVERLOADED`, `INTERNAL_ERROR`). `health` and `vocabulary` throw.
 */
export interface AuditorClient {
  readonly transport: 'local' | 'http';
  health(options: AuditorCallOptions): Promise<Health>;
  vocabulary(options: AuditorCallOptions): Promise<Vocabulary>;
  claims(request: ClaimsRequest, options: AuditorCallOptions): Promise<ClaimsResponse>;
  close(): Promise<void>;
}
