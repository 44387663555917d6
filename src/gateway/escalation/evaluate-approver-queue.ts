/** Approvals of data that is judged without a model: for exactly these data, this phase and this tool. */
import type { ClaimsRequest } from '@assay/sdk/contract';
import { canonicalize, sha256Hex } from '@assay/sdk/crypto';
import type { Caller } from '../../platform/http/access.ts';
import type { Exchange, JudgedPhase } from '../exchange/exchange.ts';
import { type Asked, unverifiable } from './asked.ts';
import type { Endpoint } from './bound-call.ts';
import type { Escalator } from './escalator.ts';

/** One call of `POST /v1/evaluate`. */
export interface EvaluateCall {
  readonly exchange: Exchange;
  readonly caller: Caller;
  readonly body: ClaimsRequest;
}

/** The body contains everything. */
const at: Endpoint = { endpoint: '/v1/evaluate', headersHash: null };

export function evaluateApproverQueue(escalate: Escalator, { exchange, caller, body }: EvaluateCall) {
  return async (judged: JudgedPhase): Promise<Asked | undefined> => {
    const { escalation } = judged.decision;
    if (escalation === undefined) return undefined;
    const requestHash = dataHash(body, exchange.tool);
    if (requestHash === undefined) return unverifiable('none');
    const { data, phase } = body;
    const output = phase === 'response' ? data.output : undefined;
    const responseHash = output === undefined ? null : sha256Hex(output);
    return escalate({ exchange, judged, escalation, caller, at, requestHash, responseHash, data });
  };
}

/**
 * Excludes the session, because the same question may come in another one. `undefined`: the data has no canonical form.
 */
function dataHash({ data, phase }: ClaimsRequest, tool: string | null): string | undefined {
  const { metadata, ...judged } = data;
  const { session_id: _session, ...described } = metadata ?? {};
  const bound = metadata === undefined ? judged : { ...judged, metadata: described };
  try {
    return sha256Hex(canonicalize({ data: bound, phase, tool }));
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
