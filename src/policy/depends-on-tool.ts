/** Whether policies can tell one tool from another, which older Evidence does not name. */
import type { PolicyJson, ResourceConstraint } from '@cedar-policy/cedar-wasm/nodejs';
import type { CedarHost } from './cedar-host.ts';
import { namespace } from './entity-model.ts';
import type { Policy } from './policy-set.ts';
import { useEngine } from './policy-text.ts';

/** True when an answer about a tool may depend on which tool it is. */
export function dependsOnTool(policies: readonly Policy[], cedar: CedarHost): boolean {
  return policies.some(({ text }) => {
    const answer = useEngine(cedar, (engine) => engine.policyToJson(text));
    return answer.type !== 'success' || namesTool(answer.json);
  });
}

function namesTool({ resource, conditions }: PolicyJson): boolean {
  return headNamesTool(resource) || conditions.some(({ body }) => mentionsResource(body));
}

/** A tool has no parents in a question, so only itself matches. */
function headNamesTool(constraint: ResourceConstraint): boolean {
  return JSON.stringify(constraint).includes(`"${namespace}::Tool","id"`) || constraint.op === 'in';
}

function mentionsResource(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  if ('Var' in node && node.Var === 'resource') return true;
  return Object.values(node).some(mentionsResource);
}
