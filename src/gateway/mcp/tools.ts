/** Tools of the gateway's `/mcp`: they use the code of its endpoints, with the same rights. */
import { ClaimsRequestSchema, PhaseSchema } from '@assay/sdk/contract';
import { defineMcpTool, type McpTool, type McpToolContext } from '@assay/sdk/mcp';
import { Type } from 'typebox';
import { DecisionResultSchema } from '../../contract/decision.ts';
import { agentIdHeader } from '../../contract/own-tools.ts';
import { AppError } from '../../platform/errors.ts';
import type { HealthReport } from '../../platform/http/app.ts';
import { withToolErrors } from '../../platform/mcp/tool-error.ts';
import { identify } from '../http/identity.ts';
import { type EvaluateCaller, type EvaluateDeps, evaluate } from '../routes/evaluate.ts';
import type { VerifyChain } from '../routes/receipts.ts';

export interface GatewayToolDeps {
  readonly evaluate: EvaluateDeps;
  readonly health: () => HealthReport;
  readonly verifyChain: VerifyChain;
}

type Context = McpToolContext<EvaluateCaller>;

export function createGatewayTools(deps: GatewayToolDeps): McpTool<EvaluateCaller>[] {
  return [evaluateTool(deps), statusTool(deps), receiptsTool(deps)];
}

const EvaluateInputSchema = Type.Object(
  {
    phase: PhaseSchema,
    input: Type.Optional(Type.String({ description: 'The prompt; in phase execution the arguments of the tool' })),
    output: Type.Optional(Type.String({ description: 'The answer of the model, where that is judged' })),
    tool: Type.Optional(
      Type.String({ minLength: 1, maxLength: 256, description: 'Name of the tool, in phase execution' }),
    ),
    metadata: ClaimsRequestSchema.properties.data.properties.metadata,
  },
  { additionalProperties: false },
);

/**
 * The decision result without its signed bytes and the details of claims: a model reads it, and a judge of that model's
 * input may take a signature for a secret and a matched phrase for an attack. The Evidence has both.
 */
const JudgementSchema = Type.Object({
  ...DecisionResultSchema.properties,
  claims: Type.Array(Type.Object({ name: Type.String(), type: Type.String(), value: Type.Unknown() })),
  evidence: Type.Object({ evidence_id: Type.String({ description: 'of the signed record, at the verifier' }) }),
});

function evaluateTool(deps: GatewayToolDeps): McpTool<EvaluateCaller> {
  return defineMcpTool({
    name: 'evaluate',
    title: 'Judge text by policy',
    inputSchema: EvaluateInputSchema,
    outputSchema: JudgementSchema,
    description:
      'Has the auditors and policies of this agent judge a prompt, an answer, or the arguments of a tool, without calling ' +
      'a model. Returns allow or deny with reasons, the claims it rests on, and the id of the signed Evidence. Every call is ' +
      'recorded. If people can approve it, approval says so: call again with the same arguments after the approval.',
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    run: ({ phase, input, output, tool, metadata }, { caller }: Context) =>
      withToolErrors(async () => {
        const described = tool === undefined ? metadata : { ...metadata, tool };
        const data = {
          ...(input === undefined ? {} : { input }),
          ...(output === undefined ? {} : { output }),
          ...(described === undefined ? {} : { metadata: described }),
        };
        const { result } = await evaluate(deps.evaluate, caller, Buffer.from(JSON.stringify({ data, phase })));
        const { claims, evidence, ...decision } = result;
        const short = claims.map(({ name, type, value }) => ({ name, type, value }));
        return { structured: { ...decision, claims: short, evidence: { evidence_id: evidence.evidence_id } } };
      }),
  });
}

const NullableText = Type.Union([Type.String(), Type.Null()]);
const StatusSchema = Type.Object({
  ready: Type.Boolean({ description: 'false: everything is denied at present' }),
  problems: Type.Array(Type.String(), { description: 'why it is not ready' }),
  agent_id: Type.String({ description: 'agent that this client acts for' }),
  workspace_id: Type.String(),
  mode: Type.Enum(['enforce', 'observe'], { description: 'observe: nothing is blocked for this agent' }),
  policy_id: NullableText,
  policy_version: NullableText,
});

function statusTool({ health, evaluate: { identity: options } }: GatewayToolDeps): McpTool<EvaluateCaller> {
  return defineMcpTool({
    name: 'check_status',
    title: 'Status of this agent',
    outputSchema: StatusSchema,
    inputSchema: Type.Object({}, { additionalProperties: false }),
    description:
      'Shows the agent that this client acts for, whether it may run, which policy decides, whether denials are ' +
      'enforced, and whether the gateway is ready.',
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    run: (_args, { caller }: Context) =>
      withToolErrors(async () => {
        const { identity, acting } = identify(caller, options);
        const { ready, problems } = health();
        const { policySet } = acting.state;
        const { agentId, workspaceId, mode } = identity;
        return {
          structured: {
            ready,
            problems: Array.isArray(problems) ? problems : [],
            agent_id: agentId,
            workspace_id: workspaceId,
            mode,
            policy_id: policySet?.id ?? null,
            policy_version: policySet?.version ?? null,
          },
        };
      }),
  });
}

function receiptsTool({ verifyChain }: GatewayToolDeps): McpTool<EvaluateCaller> {
  return defineMcpTool({
    name: 'verify_receipts',
    title: 'Check the record of all decisions',
    inputSchema: Type.Object(
      {
        mode: Type.Optional(
          Type.Enum(['fast', 'full'], { description: 'full reads and checks every record; fast if left out' }),
        ),
      },
      { additionalProperties: false },
    ),
    description:
      'Checks the hash-linked chain of receipts: whether a record was changed or removed, how many there are, and how far ' +
      'the verifier has witnessed it. For operators.',
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    run: ({ mode = 'fast' }, { caller, signal }: Context) =>
      withToolErrors(async () => {
        assertOperator(caller);
        return { structured: await verifyChain(mode, signal) };
      }),
  });
}

/** Refuses callers with a model API key, and callers for an agent, who have no more rights than an agent. */
function assertOperator({ caller, headers }: EvaluateCaller): void {
  if (caller.scopes === 'all' && headers[agentIdHeader] === undefined) return;
  const detail = 'Only operators may do this: not an agent credential, and not a call on behalf of an agent.';
  throw new AppError('forbidden', detail, { detail });
}
