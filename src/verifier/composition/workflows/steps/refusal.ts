/** Reads the gateway's answer to a call that it refuses, in the shape of either of its APIs (chat, problem document). */

import { isRecord } from '@assay/sdk/contract';
import { parseForeignJson } from '../../../../clients/bounded-body.ts';
import type { GatewayAnswer } from '../../../../clients/gateway/client.ts';

export interface ReadRefusal {
  readonly code: string;
  readonly message: string;
  readonly isRetryable: boolean;
  /** The pending approval: the same call passes once it is approved. */
  readonly approvalId?: string;
}

/** Codes of an agent that is not active, here and at the gateway. */
export const inactiveCodes: ReadonlySet<string> = new Set([
  ...['agent_stopped', 'agent_suspended', 'agent_orphaned', 'agent_decommissioned', 'agent_not_active'],
]);

const wordForm = /^[a-z][a-z0-9_]{0,63}$/;
const idForm = /^[A-Za-z0-9_-]{1,128}$/;
/** A later identical call may succeed. */
const passingStatuses = new Set([408, 429, 500, 502, 503, 504]);
const maxReasons = 20;

/** `isTokenRefused`: the gateway refused the agent's token, not a model behind it. */
export function readRefusal({ status, text, evidenceId }: GatewayAnswer, isTokenRefused: boolean): ReadRefusal {
  if (isTokenRefused) {
    // The gateway may not know the agent's current state yet: it learns of it within seconds.
    const message = 'the gateway refuses the token of the agent; check that the gateway gets its configuration';
    return { code: 'gateway_unauthorized', message, isRetryable: true };
  }
  const body = readMembers(text);
  const code = typeof body['code'] === 'string' && wordForm.test(body['code']) ? body['code'] : undefined;
  if (code !== undefined && inactiveCodes.has(code)) {
    return { code: 'member_not_active', message: `the agent may not run (${code})`, isRetryable: false };
  }
  if (code === 'policy_denied') return readDenial(body);
  const isPassing = passingStatuses.has(status);
  // From behind the gateway: the model's text about it stays in the Evidence.
  if (evidenceId !== undefined) {
    return { code: 'model_failed', message: `the model answers with status ${status}`, isRetryable: isPassing };
  }
  const message = `the gateway answers with status ${status}${code === undefined ? '' : ` (${code})`}`;
  return { code: isPassing || code === undefined ? 'gateway_refused' : code, message, isRetryable: isPassing };
}

/** Reads a refused chat, or an evaluation that denies. */
export function readDenial(body: Readonly<Record<string, unknown>>): ReadRefusal {
  const { approval, next_action: next } = body;
  const { id, status } = isRecord(approval) ? approval : {};
  if (status === 'pending' && next === 'retry' && typeof id === 'string' && idForm.test(id)) {
    return { code: 'awaiting_approval', message: 'it waits for approval', isRetryable: false, approvalId: id };
  }
  const why = listReasons(body['reasons']);
  const told = why === '' ? 'denied by policy' : `denied by policy: ${why}`;
  if (status === 'denied') return { code: 'denied', message: `${told}; a person said no`, isRetryable: false };
  if (status === 'refused' || status === 'unverifiable') {
    const message = `${told}; it needs approval, and the request for it failed (${status})`;
    return { code: 'approval_unverifiable', message, isRetryable: next === 'retry' };
  }
  return { code: 'denied', message: told, isRetryable: false };
}

/** Ids of policies and texts of the gateway; never the judged value. */
function listReasons(reasons: unknown): string {
  if (!Array.isArray(reasons)) return '';
  const words = reasons.filter((reason): reason is string => typeof reason === 'string');
  return words
    .slice(0, maxReasons)
    .map((word) => word.slice(0, 200))
    .join(', ');
}

function readMembers(text: string): Readonly<Record<string, unknown>> {
  const body = parseForeignJson(text);
  if (!isRecord(body)) return {};
  const { error } = body;
  return isRecord(error) ? error : body;
}
