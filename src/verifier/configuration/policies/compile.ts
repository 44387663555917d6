/** Compiles the policies of each place: combined, checked against the schema of its chain, and timed. */
import type { Vocabulary } from '@assay/sdk/contract';
import { sha256Hex } from '@assay/sdk/crypto';
import { toChainVocabularies } from '../../../configuration/chain/resolve-chain.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { CedarHost } from '../../../policy/cedar-host.ts';
import { type CombinedPolicies, loadCombinedPolicies, type PolicyLevel } from '../../../policy/combine.ts';
import { measureDecision } from '../../../policy/evaluation-cost.ts';
import { PolicyError, type PolicyIssue } from '../../../policy/policy-error.ts';
import type { PolicySet } from '../../../policy/policy-set.ts';
import { type GeneratedSchema, generateSchema } from '../../../policy/schema.ts';
import type { PolicyContext } from './contexts.ts';
import { type BrokenPlace, toProblem } from './problems.ts';
import { maxPoliciesOfLevel } from './read-text.ts';

/** Longest decision of a set that may become active. */
export const maxDecisionMs = 25;

/** Result for one place; `issues` is empty if its policies are valid. */
export interface Compiled {
  readonly issues: readonly PolicyIssue[];
  readonly isSlow: boolean;
  readonly decisionMs: number | null;
}

export interface PolicyCompiler {
  schemaOf(context: Pick<PolicyContext, 'chain'>): GeneratedSchema;
  /** @throws PolicyError with positions in the records' own texts. */
  load(context: PolicyContext): { combined: CombinedPolicies; set: PolicySet };
  /** Checks a place; never throws because of a policy. A place without a policy is valid. */
  check(context: PolicyContext): Compiled;
  /** Finds all invalid places; yields to other work of this process in between. */
  findBroken(
    contexts: readonly PolicyContext[],
  ): Promise<{ broken: BrokenPlace[]; isSlow: boolean; decisionMs: number }>;
}

export interface PolicyCompilerDeps {
  readonly cedar: CedarHost;
  readonly clock: Clock;
  readonly monotonicMs: () => number;
  /** Yields to other work. */
  readonly yieldThread: () => Promise<void>;
}

const maxCached = 2_000;
const maxSchemas = 64;

export function createPolicyCompiler({ cedar, clock, monotonicMs, yieldThread }: PolicyCompilerDeps): PolicyCompiler {
  const digests = new WeakMap<Vocabulary, string>();
  const schemas = new Map<string, GeneratedSchema>();
  const results = new Map<string, Compiled>();

  const digestOf = (vocabulary: Vocabulary): string => {
    const known = digests.get(vocabulary) ?? sha256Hex(JSON.stringify(vocabulary));
    digests.set(vocabulary, known);
    return known;
  };
  const chainKey = ({ chain }: Pick<PolicyContext, 'chain'>): string =>
    JSON.stringify(
      chain.items.map(({ item, auditorId, askedIn, vocabulary, config }) => [
        ...[item.name, auditorId, askedIn ?? null, vocabulary === undefined ? null : digestOf(vocabulary)],
        config ?? null,
      ]),
    );
  const schemaOf = (context: Pick<PolicyContext, 'chain'>): GeneratedSchema => {
    const key = chainKey(context);
    const known = schemas.get(key);
    if (known !== undefined) return known;
    const made = generateSchema(toChainVocabularies(context.chain));
    remember(schemas, key, made, maxSchemas);
    return made;
  };
  const load = (context: PolicyContext) =>
    loadCombinedPolicies({ levels: context.levels, schema: schemaOf(context), cedar });

  const compile = (context: PolicyContext): Compiled => {
    const tooMany = context.levels.flatMap(findTooMany(cedar));
    if (tooMany.length > 0) return { issues: tooMany, isSlow: false, decisionMs: null };
    try {
      const { set } = load(context);
      const decisionMs = measureDecision(set, { cedar, clock, monotonicMs, enoughMs: maxDecisionMs });
      if (decisionMs <= maxDecisionMs) return { issues: [], isSlow: false, decisionMs };
      const took = Math.round(decisionMs);
      const message = `one decision takes ${took} ms, and at most ${maxDecisionMs} ms are allowed: use fewer policies or shorter lists`;
      return { issues: [{ message }], isSlow: true, decisionMs };
    } catch (cause) {
      if (!(cause instanceof PolicyError)) throw cause;
      return { issues: cause.issues, isSlow: false, decisionMs: null };
    }
  };

  const check = (context: PolicyContext): Compiled => {
    if (context.levels.length === 0) return { issues: [], isSlow: false, decisionMs: null };
    const key = sha256Hex(JSON.stringify([chainKey(context), context.levels]));
    const known = results.get(key);
    if (known !== undefined) return known;
    const made = compile(context);
    // A timing on a loaded machine is not cached.
    if (!made.isSlow) remember(results, key, made, maxCached);
    return made;
  };

  return {
    schemaOf,
    load,
    check,
    async findBroken(contexts) {
      const broken: BrokenPlace[] = [];
      let isSlow = false;
      let decisionMs = 0;
      for (const context of contexts) {
        const made = check(context);
        decisionMs = Math.max(decisionMs, made.decisionMs ?? 0);
        isSlow ||= made.isSlow;
        if (made.issues.length > 0) {
          const code = made.isSlow ? 'too_slow' : 'schema';
          broken.push({ scope: context.scope, problems: made.issues.map((issue) => toProblem(issue, 'error', code)) });
        }
        await yieldThread();
      }
      return { broken, isSlow, decisionMs };
    },
  };
}

const findTooMany =
  (cedar: CedarHost) =>
  ({ kind, id, records }: PolicyLevel): PolicyIssue[] => {
    const count = records.reduce((sum, { text }) => sum + countPolicies(cedar, text), 0);
    if (count <= maxPoliciesOfLevel) return [];
    return [{ message: `${kind} ${id} has ${count} policies in force, and at most ${maxPoliciesOfLevel} are allowed` }];
  };

function countPolicies(cedar: CedarHost, text: string): number {
  const answer = cedar.run((engine) => engine.policySetTextToParts(text));
  return answer.type === 'success' ? answer.policies.length : 0;
}

function remember<T>(map: Map<string, T>, key: string, value: T, max: number): void {
  const [oldest] = map.keys();
  if (map.size >= max && oldest !== undefined) map.delete(oldest);
  map.set(key, value);
}
