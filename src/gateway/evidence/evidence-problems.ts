/** Problems of records on their way to the verifier for `/health`, and the back-pressure that stops new ones. */
import { AppError } from '../../platform/errors.ts';
import type { HealthProblem } from '../state/health-problems.ts';
import type { ForwarderState } from './forwarder.ts';
import type { WitnessingState } from './witness.ts';

export interface EvidenceBounds {
  /** Receipts waiting for the verifier that count as a problem. */
  readonly backlogProblem: number;
  /** Receipts waiting before exchanges are refused; 0 never refuses. */
  readonly backlogMax: number;
  /** Milliseconds that a receipt may wait to be witnessed before it counts as a problem. */
  readonly witnessLagMs: number;
}

export interface EvidenceStates {
  readonly forwarding: ForwarderState;
  readonly witnessing: WitnessingState;
}

/** Lists the problems, with texts that say what to do. */
export function findEvidenceProblems({ forwarding, witnessing }: EvidenceStates, bounds: EvidenceBounds) {
  const { backlog, refused, refusedReceipts, connected, problem } = forwarding;
  const problems: HealthProblem[] = [];
  const tell = (isSo: boolean, reason: string, message: string) => {
    if (isSo) problems.push({ reason, message });
  };
  tell(
    refused > 0,
    'evidence_refused',
    `The verifier refused ${refused} Evidence records of this gateway. They are kept: assay evidence refused lists them with their ` +
      'reasons. Fix the cause, then run assay evidence resend.',
  );
  tell(
    refusedReceipts > 0,
    'receipt_refused',
    `The verifier refused ${refusedReceipts} receipts without Evidence since the start; see the log.`,
  );
  tell(problem !== null, 'forwarding_refused', `Evidence waits: ${problem ?? ''}.`);
  tell(
    backlog >= bounds.backlogProblem,
    'forwarding_backlog',
    `${backlog} receipts wait for the verifier, which ${connected ? 'is too slow' : 'cannot be reached'}. Nothing is lost ` +
      'while they wait on the disk. Check the verifier and its database.',
  );
  tell(
    witnessing.witness_lag_ms > bounds.witnessLagMs,
    'witness_lag',
    `No receipt was witnessed for ${Math.round(witnessing.witness_lag_ms / 1000)} s` +
      `${witnessing.problem === null ? '' : ` (${witnessing.problem})`}. Check the verifier.`,
  );
  return problems;
}

/** Refuses exchanges while too many receipts wait, because each would add to the backlog and its disk space. */
export function findBackPressure({ backlog }: ForwarderState, { backlogMax }: EvidenceBounds): AppError | undefined {
  if (backlogMax === 0 || backlog < backlogMax) return undefined;
  const detail =
    `${backlog} records wait for the verifier, the maximum of this gateway (GATEWAY_BACKLOG_MAX). ` +
    'Calls are refused until the verifier has accepted some of them.';
  return new AppError('unavailable', 'the forwarding backlog is full', { detail, retryAfterS: 30 });
}
