/** Splits policy text into policies with their places in it, and gets their JSON form from the engine. */
import { isWellFormedText } from '@assay/sdk/contract';
import type { DetailedError, PolicyJson } from '@cedar-policy/cedar-wasm/nodejs';
import { type CedarHost, type CedarModule, CedarTrapError } from './cedar-host.ts';
import { PolicyError, type PolicyIssue } from './policy-error.ts';
import { positionOfByte, positionOfIndex } from './source-position.ts';

export const maxPolicyTextBytes = 1024 * 1024;
export const maxPolicies = 1000;

/** One policy in the text. */
export interface SourcePolicy {
  readonly text: string;
  /** Start in the whole text. */
  readonly start: number;
  readonly line: number;
  readonly column: number;
}

/** Splits policy text in its order. Templates are refused. @throws PolicyError */
export function splitPolicies(cedar: CedarHost, text: string): SourcePolicy[] {
  assertBounds(text);
  const answer = useEngine(cedar, (engine) => engine.policySetTextToParts(text));
  if (answer.type === 'failure') {
    throw new PolicyError(answer.errors.map((error) => toIssue(error, text)));
  }
  if (answer.policy_templates.length > 0) {
    throw new PolicyError([{ message: 'templates (`?principal`, `?resource`) are not accepted' }]);
  }
  if (answer.policies.length > maxPolicies) {
    throw new PolicyError([{ message: `the set has more than ${maxPolicies} policies` }]);
  }
  return inTextOrder(answer.policies, text);
}

/** Gives the JSON form of one policy. @throws PolicyError */
export function readPolicyJson(cedar: CedarHost, policy: SourcePolicy, whole: string): PolicyJson {
  const answer = useEngine(cedar, (engine) => engine.policyToJson(policy.text));
  if (answer.type === 'success') return answer.json;
  throw new PolicyError(answer.errors.map((error) => toIssue(error, whole, policy)));
}

/** One use of the engine while loading. A trap refuses the set instead of crashing the caller. */
export function useEngine<T>(cedar: CedarHost, use: (engine: CedarModule) => T): T {
  try {
    return cedar.run(use);
  } catch (cause) {
    if (!(cause instanceof CedarTrapError)) throw cause;
    const message = 'the policy engine stopped on this text; an expression may be nested too deep';
    throw new PolicyError([{ message }], { cause });
  }
}

/** Converts an engine error to an issue. With `policy`, its offsets count from that policy's start. */
export function toIssue(error: DetailedError, whole: string, policy?: SourcePolicy): PolicyIssue {
  const start = error.sourceLocations?.[0]?.start;
  const label = error.sourceLocations?.[0]?.label ?? undefined;
  const offset = policy === undefined ? 0 : Buffer.byteLength(whole.slice(0, policy.start), 'utf8');
  const hint = error.help ?? label;
  return {
    message: error.message,
    ...(start === undefined ? {} : positionOfByte(whole, offset + start)),
    ...(hint === undefined ? {} : { suggestion: hint }),
  };
}

/** The engine sorts the parts by id as text (policy0, policy1, policy10, policy2 ...). */
function inTextOrder(parts: readonly string[], text: string): SourcePolicy[] {
  const ids = parts.map((_, index) => `policy${index}`).sort();
  const rank = new Map(ids.map((id, index) => [id, index]));
  let from = 0;
  return parts.map((_, index) => {
    const part = parts[rank.get(`policy${index}`) ?? -1];
    const start = part === undefined ? -1 : text.indexOf(part, from);
    if (part === undefined || start < 0) throw new Error('the engine returned a policy that is not in the text');
    from = start + part.length;
    return { text: part, start, ...positionOfIndex(text, start) };
  });
}

function assertBounds(text: string): void {
  if (Buffer.byteLength(text, 'utf8') > maxPolicyTextBytes) {
    throw new PolicyError([{ message: `the text is larger than ${maxPolicyTextBytes} bytes` }]);
  }
  if (!isWellFormedText(text)) throw new PolicyError([{ message: 'the text contains U+0000 or a lone surrogate' }]);
}
