/** Tools of the verifier's `/mcp`. An endpoint of the API answers each, with its rights. */
import { defineMcpTool, type McpTool, type McpToolContext, McpToolError } from '@assay/sdk/mcp';
import { Type } from 'typebox';
import { type CallEndpoint, type McpCaller, segmentForm } from './call-endpoint.ts';

type Context = McpToolContext<McpCaller>;

const id = (description: string) => Type.String({ pattern: segmentForm, description });
const reading = { readOnlyHint: true, idempotentHint: true, openWorldHint: false } as const;

export function createReadingTools(call: CallEndpoint): McpTool<McpCaller>[] {
  return [passportTool(call), evidenceTool(call), verifyTool(call), agentToolsTool(call)];
}

function passportTool(call: CallEndpoint): McpTool<McpCaller> {
  return defineMcpTool({
    name: 'get_passport',
    title: 'Passport of an agent',
    annotations: reading,
    inputSchema: Type.Object(
      {
        agent_id: Type.Optional(id('its newest passport')),
        passport_id: Type.Optional(id('this one')),
      },
      { additionalProperties: false },
    ),
    description:
      'The signed appraisal of an agent: how far it can be trusted, on which Evidence, and until when ' +
      'it is valid. Give agent_id or passport_id.',
    async run({ agent_id: agentId, passport_id: passportId }, { caller }: Context) {
      if ((agentId === undefined) === (passportId === undefined)) {
        throw new McpToolError('invalid_arguments', 'Give either agent_id or passport_id. The tool was not run');
      }
      const found = passportId ?? (await findNewest(call, caller, agentId));
      return { structured: await call(caller, { method: 'GET', path: ['v1', 'passports', found] }) };
    },
  });
}

async function findNewest(call: CallEndpoint, caller: McpCaller, agentId: string | undefined): Promise<string> {
  const query = { agent_id: agentId, latest: true, limit: 1 };
  const { items } = await call(caller, { method: 'GET', path: ['v1', 'passports'], query });
  const [newest] = Array.isArray(items) ? items : [];
  const found: unknown = Reflect.get(Object(newest), 'passport_id');
  if (typeof found === 'string') return found;
  throw new McpToolError('not_found', 'This agent has no passport yet: it gets one with its first Evidence');
}

const OfEvidenceSchema = Type.Object({ evidence_id: id('ev_…') }, { additionalProperties: false });

function evidenceTool(call: CallEndpoint): McpTool<McpCaller> {
  return defineMcpTool({
    name: 'get_evidence',
    title: 'A decision and its reasons',
    annotations: reading,
    inputSchema: OfEvidenceSchema,
    description:
      'One signed decision of a gateway: claims of the auditors, policy, reasons, and the verifier’s appraisal ' +
      'of each claim with the trust tier of the key that signed.',
    run: async ({ evidence_id: evidenceId }, { caller }: Context) => ({
      structured: await call(caller, { method: 'GET', path: ['v1', 'evidence', evidenceId] }),
    }),
  });
}

function verifyTool(call: CallEndpoint): McpTool<McpCaller> {
  return defineMcpTool({
    name: 'verify_evidence',
    title: 'Check a decision against the record',
    annotations: reading,
    inputSchema: OfEvidenceSchema,
    description:
      'Checks the receipt of one decision again: its signature, its key, its Evidence, its position in the chain and ' +
      'the witness. verified has the result, checks has each step.',
    run: async ({ evidence_id: evidenceId }, { caller }: Context) => ({
      structured: await call(caller, { method: 'GET', path: ['v1', 'receipts', evidenceId] }),
    }),
  });
}

function agentToolsTool(call: CallEndpoint): McpTool<McpCaller> {
  return defineMcpTool({
    name: 'list_agent_tools',
    title: 'Tools of an agent',
    annotations: reading,
    inputSchema: Type.Object(
      {
        agent_id: Type.Optional(id('the calling agent itself if left out')),
        cursor: Type.Optional(Type.String({ maxLength: 200, description: 'next_cursor of the page before' })),
      },
      { additionalProperties: false },
    ),
    description:
      'The tools that an agent may use, the rule that decided each, and whether a credential exists. A page of 100; next_cursor ' +
      'leads on.',
    async run({ agent_id: agentId, cursor }, { caller: from }: Context) {
      const own = from.caller.kind === 'agent' ? from.caller.user : undefined;
      const asked = agentId ?? own;
      if (asked === undefined) {
        throw new McpToolError(
          'invalid_arguments',
          'Give agent_id: only an agent may leave it out. The tool was not run',
        );
      }
      const query = { agent_id: asked, cursor, limit: 100 };
      return {
        structured: await call(from, { method: 'GET', path: ['v1', 'scoped-tools', 'effective'], query }),
      };
    },
  });
}
