/**
 * A policy set pre-parsed inside the engine: the whole set, the set without the forbids that only redact or warn, and
 * the set without those that escalate too. It parses again if the engine's instance is gone.
 */
import type {
  AuthorizationAnswer,
  CheckParseAnswer,
  PolicySet,
  SchemaJson,
  StatefulAuthorizationCall,
} from '@cedar-policy/cedar-wasm/nodejs';
import type { CedarHost, CedarModule } from './cedar-host.ts';
import type { Policy } from './policy-set.ts';

/** `binding`: permits and the forbids that deny. `blocking`: permits and the forbids that no approval lifts. */
export type PreparedPart = 'whole' | 'binding' | 'blocking';

export type EngineQuestion = Pick<
  StatefulAuthorizationCall,
  'principal' | 'action' | 'resource' | 'context' | 'entities'
>;

export interface PreparedPolicies {
  /** Asks the engine. @throws CedarTrapError */
  ask(part: PreparedPart, question: EngineQuestion): AuthorizationAnswer;
}

/** Pre-parses a set and its request schema. @throws CedarTrapError */
export function preparePolicies(input: {
  readonly cedar: CedarHost;
  readonly policies: readonly Policy[];
  readonly schema: SchemaJson<string>;
}): PreparedPolicies {
  const { cedar, policies, schema } = input;
  const owner = {};
  const escalates = policies.some((policy) => policy.annotations.response === 'escalate');
  const parse = (engine: CedarModule, slot: string): void => {
    assertParsed(engine.preparseSchema(slot, schema));
    assertParsed(engine.preparsePolicySet(nameOf('whole', slot), toStatic(policies)));
    assertParsed(engine.preparsePolicySet(nameOf('binding', slot), toStatic(policies.filter(isBinding))));
    if (!escalates) return;
    assertParsed(engine.preparsePolicySet(nameOf('blocking', slot), toStatic(policies.filter(isBlocking))));
  };
  const askOnce = (part: PreparedPart, question: EngineQuestion): AuthorizationAnswer => {
    const slot = cedar.prepared(owner, parse);
    const names = { preparsedPolicySetId: nameOf(part, slot), preparsedSchemaName: slot };
    return cedar.run((engine) => engine.statefulIsAuthorized({ ...question, ...names, validateRequest: true }));
  };

  cedar.prepared(owner, parse);
  return {
    ask(part, question) {
      // The name of this slot may still hold the set of its previous owner.
      if (part === 'blocking' && !escalates) throw new Error('no policy of this set escalates');
      const answer = askOnce(part, question);
      if (!isUnknownSet(answer)) return answer;
      cedar.forget(owner);
      return askOnce(part, question);
    },
  };
}

const nameOf = (part: PreparedPart, slot: string): string => `${slot}.${part}`;

function isBinding({ annotations }: Policy): boolean {
  return annotations.response !== 'redact' && annotations.response !== 'warn';
}

function isBlocking(policy: Policy): boolean {
  return isBinding(policy) && policy.annotations.response !== 'escalate';
}

function toStatic(policies: readonly Policy[]): PolicySet {
  return { staticPolicies: Object.fromEntries(policies.map(({ id, text }) => [id, text])) };
}

/** These texts were parsed before. A failure now means that the engine cannot be trusted, so it counts as a trap. */
function assertParsed(answer: CheckParseAnswer): void {
  if (answer.type === 'failure') throw new Error(answer.errors.map(({ message }) => message).join('; '));
}

/** Fail-closed rule 3: the engine reports an unknown id only in words. */
function isUnknownSet(answer: AuthorizationAnswer): boolean {
  return answer.type === 'failure' && answer.errors.some(({ message }) => /^preparsed .* not found$/.test(message));
}
