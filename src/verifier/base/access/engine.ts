/** The Cedar engine over the access policies, parsed once; every question is checked against the schema. */
import type { SchemaJson, StatefulAuthorizationCall } from '@cedar-policy/cedar-wasm/nodejs';
import { type CedarHost, CedarTrapError, createCedarHost } from '../../../policy/cedar-host.ts';
import { accessPolicies, accessSchema } from './policies.ts';

export type EngineQuestion = Pick<
  StatefulAuthorizationCall,
  'principal' | 'action' | 'resource' | 'context' | 'entities'
>;

/** `failed`: the engine stopped. It is a refusal that must not be cached. */
export type EngineAnswer = 'allow' | 'deny' | 'failed';

export type AskEngine = (question: EngineQuestion) => EngineAnswer;

export interface AccessEngineOptions {
  readonly cedar?: CedarHost;
  readonly policies?: string;
  readonly schema?: SchemaJson<string>;
}

const name = 'access';

/**
 * Gives `allow` only without a single error: Cedar skips a forbid that errors, and that must not let a caller through. If the
 * engine stops, the answer is no, and the next question gets a fresh engine.
 */
export function createAccessEngine(options: AccessEngineOptions = {}): AskEngine {
  const { cedar = createCedarHost({ maxSets: 1 }), policies = accessPolicies, schema = accessSchema() } = options;
  const owner = {};
  return (question) => {
    try {
      cedar.prepared(owner, (module) => {
        assertParsed(module.preparsePolicySet(name, { staticPolicies: policies }));
        assertParsed(module.preparseSchema(name, schema));
      });
      const names = { preparsedPolicySetId: name, preparsedSchemaName: name, validateRequest: true };
      const answer = cedar.run((module) => module.statefulIsAuthorized({ ...question, ...names }));
      if (answer.type === 'failure') return 'deny';
      const { decision, diagnostics } = answer.response;
      return decision === 'allow' && diagnostics.errors.length === 0 ? 'allow' : 'deny';
    } catch (error) {
      if (!(error instanceof CedarTrapError)) throw error;
      cedar.forget(owner);
      return 'failed';
    }
  };
}

/** The policies are part of the program: a failure means that the engine cannot be trusted. */
function assertParsed(answer: { readonly type: string }): void {
  if (answer.type === 'failure') throw new Error(`the access policies do not parse: ${JSON.stringify(answer)}`);
}
