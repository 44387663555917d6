/** The display of an escalation for approvers. It is bounded, and of a payload it holds only what the gateway sent for it. */

import type { ApprovalDisplay } from '../../../contract/api/approvals/shapes.ts';
import type { Risk } from '../../../contract/api/approvals/states.ts';
import type { EscalationBinding, EscalationRequest } from '../../../contract/escalation.ts';

/** Facts that the verifier itself knows of the requester. */
export interface Asking {
  readonly agentName: string;
  readonly workspaceId: string;
  readonly gatewayId: string;
}

const maxLineLength = 300;
const maxValueLength = 200;
/** For a list or an object, as JSON. */
const maxValueJson = 500;

/** Makes the display, for people only: an approval lets through its binding and nothing else. */
export function toDisplay(request: EscalationRequest, asking: Asking): ApprovalDisplay {
  const { binding, reasons, claims, preview } = request;
  const reasonOf = new Map(reasons.map(({ id, reason }) => [id, reason]));
  return {
    title: cut(toTitle(binding, asking.agentName), maxLineLength),
    lines: toLines(request, asking),
    policies: binding.policies.map((id) => {
      const reason = reasonOf.get(id);
      return reason === undefined ? { id } : { id, reason };
    }),
    claims: claims.map(({ auditor_id: auditor = '', name, type, value, confidence }) => ({
      auditor_id: auditor,
      name: cut(name, maxLineLength),
      type,
      value: toShownValue(value),
      ...(confidence === undefined ? {} : { confidence }),
    })),
    ...(preview === undefined ? {} : { preview }),
  };
}

/** Gives the risk that the gateway names. A tool acts, so its calls are never of low risk. */
export function toRisk({ binding, risk = 'medium' }: EscalationRequest): Risk {
  return risk === 'low' && binding.tool !== null ? 'medium' : risk;
}

function toTitle(binding: EscalationBinding, agentName: string): string {
  const { agent_id: id, tool, server, model_id: model } = binding;
  const agent = agentName === id ? `Agent ${id}` : `Agent ${agentName} (${id})`;
  return `${agent} asks to ${toAct(binding.phase, tool, model)}${server === undefined ? '' : ` of the server ${server}`}`;
}

function toAct(phase: EscalationBinding['phase'], tool: string | null, model: string | null): string {
  const what = tool === null ? `the model ${model ?? 'that it names'}` : `the tool ${tool}`;
  switch (phase) {
    case 'request':
      return tool === null ? `send a request to ${what}` : `call ${what}`;
    case 'response':
      return `get the answer of ${what}`;
    case 'execution':
      return `run ${what}`;
    case 'artifact':
      return `use ${what}`;
  }
}

function toLines(request: EscalationRequest, { workspaceId, gatewayId }: Asking): { label: string; value: string }[] {
  const { binding } = request;
  const lines: [string, string | null | undefined][] = [
    ['Agent', binding.agent_id],
    ['Workspace', workspaceId],
    ['Phase', binding.phase],
    ['Tool', binding.tool],
    ['Server', binding.server],
    ['Model', binding.model_id],
    ['API', binding.endpoint],
    ['Caller', binding.principal],
    ['Credential', request.credential_id],
    ['On behalf of', request.on_behalf_of],
    ['Session', request.session_id],
    ['Trace', request.trace_id],
    ['Evidence', request.evidence_id],
    ['Gateway', gatewayId],
    ['Policy set', request.policy_id],
    ['Request hash', binding.request_hash],
    ['Response hash', binding.response_hash],
    ['Headers hash', binding.headers_hash],
  ];
  return lines.flatMap(([label, value]) =>
    value === null || value === undefined ? [] : [{ label, value: cut(value, maxLineLength) }],
  );
}

function toShownValue(value: unknown): unknown {
  if (typeof value === 'string') return cut(value, maxValueLength);
  const json = JSON.stringify(value) ?? 'null';
  return json.length <= maxValueJson ? value : cut(json, maxValueJson);
}

/** Cuts between characters: the database refuses half a character. */
function cut(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
