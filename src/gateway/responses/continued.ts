/** Decides whether a request may continue a response that the provider keeps. */

import type { AuditMode } from '../../contract/evidence.ts';
import { AppError } from '../../platform/errors.ts';
import type { ActiveState } from '../state/active-state.ts';
import type { MadeFlaw, MadeResponse } from './made-responses.ts';

/** The response that a request continues. */
export type Continued = Pick<MadeResponse, 'evidenceId' | 'responseHash' | 'flaw'>;

export interface Continuing {
  /** Undefined where this caller made no such response here. */
  readonly made: MadeResponse | undefined;
  readonly modelId: string | null;
  readonly state: ActiveState;
  readonly mode: AuditMode;
}

const param = 'previous_response_id';
const instead = 'Send its items in input instead.';
const told: Readonly<Record<MadeFlaw, string>> = {
  redacted: 'was redacted here, and the provider keeps it as it was',
  approved: 'passed here by an approval, which counts for that exchange only',
  denied: 'passed here unjudged, because its denial was not enforced',
};

/**
 * What was judged before counts only for what would judge it now. In observe mode nothing is refused, and what is made
 * from it stays marked.
 *
 * @throws AppError `not_found`, `invalid_request`.
 */
export function continueMade({ made, modelId, state, mode }: Continuing): Continued {
  if (made === undefined) {
    const detail = `'${param}' names no response that this caller made at this gateway within a day. ${instead}`;
    throw new AppError('not_found', detail, { detail, extensions: { param } });
  }
  const { evidenceId, responseHash, flaw } = made;
  const problem = flaw === undefined ? findChange(made, modelId, state) : told[flaw];
  if (problem !== undefined && mode === 'enforce') {
    const detail = `The response that '${param}' names ${problem}. ${instead}`;
    throw new AppError('invalid_request', detail, { detail, extensions: { param } });
  }
  return { evidenceId, responseHash, flaw: problem === undefined ? undefined : (flaw ?? 'denied') };
}

function findChange({ judgedBy, modelId }: MadeResponse, asked: string | null, state: ActiveState): string | undefined {
  if (judgedBy !== state.fingerprint()) return 'was judged by other auditors, policies or settings than those of now';
  return modelId === asked ? undefined : 'was judged for another model';
}
