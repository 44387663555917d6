/** The Cedar engine over the access policies: parsed once, every question checked against their schema. */
import type { StatefulAuthorizationCall } from '@cedar-policy/cedar-wasm/nodejs';
import { CedarTrapError, createCedarHost } from '../../policy/cedar-host.ts';
import { accessPolicies, accessSchema } from './policies.ts';

export type EngineQuestion = Pick<
  StatefulAuthorizationCall,
  'principal' | 'action' | 'resource' | 'context' | 'entities'
>;

const name = 'access';
const cedar = createCedarHost({ maxSets: 1 });
const owner = {};

/**
 * True only for an allow without a single error: Cedar skips a forbid that errors, and whoever was not refused by it
 * must not get through. An engine that stops is no; the next question gets a fresh one.
 */
export function allows(question: EngineQuestion): boolean {
  try {
    cedar.prepared(owner, (module) => {
      assertParsed(module.preparsePolicySet(name, { staticPolicies: accessPolicies }));
      assertParsed(module.preparseSchema(name, accessSchema()));
    });
    const names = { preparsedPolicySetId: name, preparsedSchemaName: name, validateRequest: true };
    const answer = cedar.run((module) => module.statefulIsAuthorized({ ...question, ...names }));
    if (answer.type === 'failure') return false;
    const { decision, diagnostics } = answer.response;
    return decision === 'allow' && diagnostics.errors.length === 0;
  } catch (error) {
    if (!(error instanceof CedarTrapError)) throw error;
    cedar.forget(owner);
    return false;
  }
}

/** They are part of the program: a failure means that the engine cannot be trusted. */
function assertParsed(answer: { readonly type: string }): void {
  if (answer.type === 'failure') throw new Error(`the access policies do not parse: ${JSON.stringify(answer)}`);
}
