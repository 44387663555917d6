/** The Cedar engine over the access policies: parsed once, every question checked against their schema. */
import type { SchemaJson, StatefulAuthorizationCall } from '@cedar-policy/cedar-wasm/nodejs';
import { type CedarHost, CedarTrapError, createCedarHost } from '../../policy/cedar-host.ts';
import { accessPolicies, accessSchema } from './policies.ts';

export type EngineQuestion = Pick<
  StatefulAuthorizationCall,
  'principal' | 'action' | 'resource' | 'context' | 'entities'
>;

/** `failed` is a refusal that says nothing about the next question: the engine stopped. */
export type EngineAnswer = 'allow' | 'deny' | 'failed';

export type AskEngine = (question: EngineQuestion) => EngineAnswer;

export interface AccessEngineOptions {
  readonly cedar?: CedarHost;
  readonly policies?: string;
  readonly schema?: SchemaJson<string>;
}

const name = 'access';

/**
 * `allow` only for an allow without a single error: Cedar skips a forbid that errors, and whoever was not refused by it
 * must not get through. An engine that stops is no; the next question gets a fresh one.
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

/** They are part of the program: a failure means that the engine cannot be trusted. */
function assertParsed(answer: { readonly type: string }): void {
  if (answer.type === 'failure') throw new Error(`the access policies do not parse: ${JSON.stringify(answer)}`);
}
