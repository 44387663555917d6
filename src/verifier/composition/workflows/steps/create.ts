/** Wires the steps of workflows. Every effect of a run outside goes through here, as its agent and through the gateway. */
import { createHttpGatewayClient } from '../../../../clients/gateway/http.ts';
import type { NodeType } from '../../../../contract/api/workflows/graph.ts';
import type { BackgroundWork } from '../../../base/background-work.ts';
import type { VerifierConfig } from '../../../base/config.ts';
import type { Agents } from '../../../configuration/agents/service.ts';
import type { Approvals } from '../../../delegation/approvals/ports.ts';
import type { OwnUse } from '../../../identity/issuer/own-use.ts';
import type { Issuer } from '../../../identity/issuer/ports.ts';
import type { StepExecutor } from '../ports.ts';
import { createAgentTokens } from './agent-tokens.ts';
import { createReadApproval } from './approval-reading.ts';
import { type ApprovalStepDeps, createApprovalStep } from './approval-step.ts';
import { approvalPollMs, createAskGateway } from './ask-gateway.ts';
import { createAuditorStep } from './auditor-step.ts';
import { createBranchStep } from './branch-step.ts';
import { createGateStep } from './gate-step.ts';
import { createGatewayAddress, type GatewayAddress } from './gateway-address.ts';
import { createKeptResults } from './kept-results.ts';
import { createAgentStep, createModelStep } from './model-step.ts';
import { createResolveModel, type ResolveModelDeps } from './resolve-model.ts';
import { openStep, type TakeStep, waitFor } from './step.ts';
import { createPublishToolCall, type ToolEventsDeps } from './tool-events.ts';
import { approvalOf, createToolStep, isToolRepeatable, type ToolStepDeps } from './tool-step.ts';
import { createWorkflowStep, type WorkflowStepDeps } from './workflow-step.ts';

export type StepExecutorDeps = Omit<ApprovalStepDeps, 'approvals'> &
  Omit<ToolEventsDeps, 'clock'> &
  ResolveModelDeps &
  Pick<WorkflowStepDeps, 'nestedRuns'> &
  Pick<ToolStepDeps, 'log' | 'toolCalls'> & {
    readonly config: VerifierConfig;
    readonly issuer: Pick<Issuer, 'isConfigured'>;
    readonly ownUse: OwnUse;
    readonly agents: Pick<Agents, 'find'>;
    readonly approvals: Approvals;
  };

export interface StepExecutorServices extends StepExecutor {
  /** The address of the gateway. The process that starts one sets it if the configuration does not. */
  readonly gatewayAddress: GatewayAddress;
  readonly backgroundWork: BackgroundWork;
}

export function createStepExecutor(deps: StepExecutorDeps): StepExecutorServices {
  const { db, clock, issuer, ownUse, agents, toolCalls } = deps;
  const gatewayAddress = createGatewayAddress(deps.config);
  const gateway = createHttpGatewayClient({ url: gatewayAddress.current });
  const tokens = createAgentTokens({ ownUse, clock });
  const ask = createAskGateway({ gateway, tokens, clock, makesTokens: issuer.isConfigured });
  const readApproval = createReadApproval(deps);
  const modelDeps = {
    ask,
    modelOfAgent: async (orgId: string, agentId: string) => (await agents.find(db, orgId, agentId))?.model_id ?? null,
    resolveModel: createResolveModel(deps),
  };
  const takers: Readonly<Partial<Record<NodeType, TakeStep>>> = {
    agent: createAgentStep(modelDeps),
    model: createModelStep(modelDeps),
    branch: createBranchStep(modelDeps),
    auditor: createAuditorStep({ ask }),
    policy_gate: createGateStep({ ask, now: clock.now }),
    tool: createToolStep({ ...deps, ask, tell: createPublishToolCall(deps), kept: createKeptResults() }),
    human_approval: createApprovalStep(deps),
    workflow: createWorkflowStep(deps),
  };
  return {
    gatewayAddress,
    isRepeatable: async (call) => call.node.type !== 'tool' || isToolRepeatable(toolCalls, call),
    async execute(call) {
      const take = takers[call.node.type];
      if (take === undefined) throw new Error(`the engine itself runs a step of type ${call.node.type}`);
      const step = openStep(call);
      const { waiting } = call;
      const approvalId = approvalOf(waiting);
      // Asks nobody again while the decision is pending.
      if (waiting !== undefined && approvalId !== undefined) {
        const state = await readApproval(call.orgId, approvalId);
        const until = Math.min(state?.expiresAt ?? 0, clock.now() + approvalPollMs);
        if (state?.status === 'pending') return waitFor(step, waiting, until);
      }
      return take(step);
    },
    backgroundWork: { close: () => gateway.close(), chores: [] },
  };
}
