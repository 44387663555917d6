/** The form that registers an agent, as texts, and the body that is made of it. */
import type { CreateAgentInput } from '@assay/client';
import { agentKinds, injectionMethods } from '../../../../src/contract/api/agents/states.ts';

export interface AgentForm {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly purpose: string;
  readonly workspace: string;
  readonly kind: string;
  readonly model: string;
  readonly injection: string;
}

export const emptyAgentForm: AgentForm = {
  id: '',
  name: '',
  description: '',
  purpose: '',
  workspace: 'default',
  kind: 'autonomous',
  model: '',
  injection: 'client_credentials',
};

/** Leaves out what is empty: the verifier has a default for it. */
export function toAgentBody(form: AgentForm): CreateAgentInput {
  const texts = {
    id: form.id,
    name: form.name,
    description: form.description,
    purpose: form.purpose,
    workspace_id: form.workspace,
    model_id: form.model,
  };
  const given = Object.entries(texts).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]]));
  return {
    ...Object.fromEntries(given),
    kind: agentKinds.find((kind) => kind === form.kind),
    injection_method: injectionMethods.find((method) => method === form.injection),
  };
}
