/** Watches the model server: several failed calls in a row are a problem of the gateway. */
import type { Clock } from '../../platform/clock.ts';
import { isAppError } from '../../platform/errors.ts';
import type { HealthProblem } from '../state/health-problems.ts';
import type { Upstream } from './upstream.ts';

export interface WatchedUpstream {
  readonly upstream: Upstream;
  /**
   * For `/health`. It does not end readiness: the gateway still judges and records, and other gateways use the same
   * model.
   */
  problems(): HealthProblem[];
}

export interface WatchUpstreamOptions {
  readonly upstream: Upstream;
  readonly clock: Clock;
  /** True if the gateway uses a credential of its own: a refusal of it is then no fault of a client. */
  readonly hasOwnKey: boolean;
}

/** Failures in a row before it is reported. */
const failuresReported = 5;
/** After this long without a call the server's state is unknown. */
const forgottenMs = 300_000;

/** Notes the result of every call; the first success ends the problem. */
export function watchUpstream({ upstream, clock, hasOwnKey }: WatchUpstreamOptions): WatchedUpstream {
  let failed = 0;
  let lastMs = 0;
  let lastWhy = '';

  const fail = (why: string): void => {
    failed += 1;
    lastMs = clock.now();
    lastWhy = why;
  };
  const noteStatus = (status: number): void => {
    if (status >= 500 || (hasOwnKey && (status === 401 || status === 403))) fail(`HTTP ${status}`);
    else failed = 0;
  };
  const noted = async <Answer extends { readonly status: number }>(call: Promise<Answer>): Promise<Answer> => {
    try {
      const answer = await call;
      noteStatus(answer.status);
      return answer;
    } catch (error) {
      // A client that left is no failure of the server.
      if (isAppError(error, 'upstream_unavailable') || isAppError(error, 'upstream_timeout')) fail(error.publicText);
      throw error;
    }
  };

  return {
    upstream: {
      name: upstream.name,
      send: (call) => noted(upstream.send(call)),
      sendWhole: (call, maxBytes) => noted(upstream.sendWhole(call, maxBytes)),
      close: () => upstream.close(),
    },
    problems() {
      if (failed < failuresReported || clock.now() - lastMs > forgottenMs) return [];
      const message =
        `The model server ${upstream.name} failed the last ${failed} calls (${lastWhy}). Check the server, ` +
        'GATEWAY_UPSTREAM_URL and at GATEWAY_UPSTREAM_KEY.';
      return [{ reason: 'upstream_failing', message }];
    },
  };
}
