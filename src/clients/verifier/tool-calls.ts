/** The verifier's calls about tools of agents and their callers, over any JSON transport. */
import { Compile } from 'typebox/compile';
import { AgentToolsSchema, maxAgentToolsBytes } from '../../contract/agent-tools.ts';
import { type OutsideSubject, OutsideSubjectSchema } from '../../contract/outside-subject.ts';
import { ToolReportAnswerSchema } from '../../contract/tool-report.ts';
import { AppError } from '../../platform/errors.ts';
import { parseForeignJson } from '../bounded-body.ts';
import type { JsonHttp } from '../json-http.ts';
import type { AgentToolsAnswer, AgentToolsQuestion, VerifierClient } from './client.ts';
import { verifierPaths } from './wire.ts';

const toolsShape = Compile(AgentToolsSchema);
const subjectShape = Compile(OutsideSubjectSchema);
const reportShape = Compile(ToolReportAnswerSchema);
/** The form of these ETags; nothing else is sent back in a header. */
const toolsEtag = /^"[A-Za-z0-9_.-]{1,120}"$/;
/** A client's call waits for the answer. */
const reportTimeoutMs = 10_000;
const subjectTimeoutMs = 5_000;

export function createVerifierToolCalls(
  transport: JsonHttp,
): Pick<VerifierClient, 'agentTools' | 'reportTools' | 'outsideSubject'> {
  return {
    agentTools: (question) => askTools(transport, question),
    outsideSubject(gatewayId, question) {
      const path = `${verifierPaths.gateways}/${encodeURIComponent(gatewayId)}/outside-subject`;
      const call = { method: 'POST', path, body: question, timeoutMs: subjectTimeoutMs } as const;
      return transport.call(call, (value): value is OutsideSubject => subjectShape.Check(value));
    },
    reportTools(gatewayId, report) {
      const path = `${verifierPaths.gateways}/${encodeURIComponent(gatewayId)}/tools`;
      const call = { method: 'POST', path, body: report, timeoutMs: reportTimeoutMs } as const;
      return transport.call(call, (value) => reportShape.Check(value));
    },
  };
}

async function askTools(transport: JsonHttp, question: AgentToolsQuestion): Promise<AgentToolsAnswer> {
  const { gatewayId, agentId, userId, grantId, onBehalfOf, ownTools, etag, signal } = question;
  const query = new URLSearchParams({
    ...(userId === undefined ? {} : { user_id: userId }),
    ...(grantId === undefined ? {} : { grant_id: grantId }),
    ...(onBehalfOf === undefined ? {} : { on_behalf_of: onBehalfOf }),
    ...(ownTools === undefined ? {} : { own_tools: ownTools }),
  });
  const base = `${verifierPaths.gateways}/${encodeURIComponent(gatewayId)}/agents/${encodeURIComponent(agentId)}/tools`;
  const path = query.size === 0 ? base : `${base}?${query}`;
  const headers = { accept: 'application/json', ...(etag === undefined ? {} : { 'if-none-match': etag }) };
  const answer = await transport.read({ path, headers, waitMs: 0, maxAnswerBytes: maxAgentToolsBytes, signal });
  if (answer.status === 304 && etag !== undefined) return { status: 'unchanged' };
  const tools = parseForeignJson(answer.text);
  const isSound = answer.status === 200 && answer.etag !== undefined && toolsEtag.test(answer.etag);
  if (isSound && answer.etag !== undefined && toolsShape.Check(tools) && tools.agent_id === agentId) {
    return { status: 'changed', etag: answer.etag, tools };
  }
  throw new AppError('verifier_unavailable', 'the verifier did not answer with the tools of this agent');
}
