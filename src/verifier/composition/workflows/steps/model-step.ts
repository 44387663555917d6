/** Nodes `agent` and `model`: one question to a model, by the agent that the node acts as. */
import { readAgentConfig, readModelConfig } from '../graph/node-config.ts';
import type { AskGateway } from './ask-gateway.ts';
import { chat, type Prompt } from './chat.ts';
import type { ResolveModel } from './resolve-model.ts';
import { agentOf, done, failed, type Step, type TakeStep, textOf } from './step.ts';

export interface ModelStepDeps {
  readonly ask: AskGateway;
  /** The model declared by an agent; null if it declares none or does not exist. */
  readonly modelOfAgent: (orgId: string, agentId: string) => Promise<string | null>;
  readonly resolveModel: ResolveModel;
}

export function createAgentStep({ ask, modelOfAgent }: ModelStepDeps): TakeStep {
  return async (step) => {
    const who = agentOf(step);
    if ('end' in who) return who.end;
    const { instructions, model: named, ...rest } = readAgentConfig(step.call.node);
    const model = named ?? (await modelOfAgent(step.call.orgId, who.agentId));
    if (model === null) return failed(step, 'model_missing', noModel(who.agentId));
    return answer(ask, step, { ...who, model, instructions, ...toPrompt(rest) });
  };
}

export function createModelStep({ ask, resolveModel }: ModelStepDeps): TakeStep {
  return async (step) => {
    const who = agentOf(step);
    if ('end' in who) return who.end;
    const { orgId, node } = step.call;
    const { instructions, ...rest } = readModelConfig(node);
    if (node.ref === null) return failed(step, 'model_missing', `node ${node.id} names no model`);
    const { id, version } = node.ref;
    const model = await resolveModel(orgId, id, version);
    if (model === undefined) return failed(step, 'model_unknown', notServed(id, version));
    return answer(ask, step, { ...who, model, instructions, ...toPrompt(rest) });
  };
}

/** Gateways choose no model by themselves. */
export function noModel(agentId: string): string {
  return `no model is named: set model in the node, or model_id of agent ${agentId}`;
}

function notServed(id: string, version: string | null): string {
  const which = version === null ? id : `${id} at ${version}`;
  return `the registry has no model ${which} that is ready, not revoked and served under a name`;
}

interface ModelCallRequest {
  readonly max_tokens?: number;
  readonly temperature?: number;
  readonly output?: 'text' | 'json';
}

function toPrompt({ max_tokens: maxTokens, temperature, output }: ModelCallRequest) {
  return { maxTokens, temperature, isJson: output === 'json' };
}

async function answer(ask: AskGateway, step: Step, prompt: Omit<Prompt, 'input'>) {
  const answered = await chat(ask, step, { ...prompt, input: textOf(step.call.input) });
  return answered.kind === 'ended' ? answered.end : done(step, answered.value);
}
