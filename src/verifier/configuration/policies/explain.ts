/** Explains one Evidence: the rules that decided, at the version that decided, and the meaning of its claims. */
import { sha256Hex } from '@assay/sdk/crypto';
import { and, eq } from 'drizzle-orm';
import { type ResolvedChain, toChainVocabularies } from '../../../configuration/chain/resolve-chain.ts';
import type {
  ExplainedClaim,
  ExplainedReason,
  Explanation,
} from '../../../contract/api/evidence/explanation-shapes.ts';
import type { Evidence } from '../../../contract/evidence.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { CedarHost } from '../../../policy/cedar-host.ts';
import { type CombinedPolicies, combinePolicies, type PolicyLevel } from '../../../policy/combine.ts';
import { defaultPolicySettings, renderDefaultPolicy } from '../../../policy/default-policy.ts';
import { PolicyError } from '../../../policy/policy-error.ts';
import { levelsOfAgent } from '../../../policy/policy-levels.ts';
import { evidenceTable } from '../../attestation/evidence/tables.ts';
import { type ActivePolicy, listActiveAt } from './active-at.ts';
import { type PolicyContexts, withDefault } from './contexts.ts';

export interface Explanations {
  /** @throws AppError `not_found`. */
  explain(orgId: string, evidenceId: string): Promise<Explanation>;
}

export interface ExplanationsDeps {
  readonly db: Db;
  readonly contexts: PolicyContexts;
  readonly cedar: CedarHost;
}

export function createExplanations({ db, contexts, cedar }: ExplanationsDeps): Explanations {
  return {
    async explain(orgId, evidenceId) {
      const evidence = await readEvidence(db, orgId, evidenceId);
      const { agent_id: agentId, workspace_id: workspaceId, decision, config } = evidence;
      const { chain } = await contexts.ofAgent(db, orgId, agentId, workspaceId);
      const active = config === undefined ? [] : await listActiveAt(db, orgId, config.revision);
      const combined = combine({ active, chain, cedar, place: { orgId, workspaceId, agentId } });
      const decided = combined.find(({ text }) => `sha256:${sha256Hex(text)}` === decision.policy_version);
      return {
        evidence_id: evidenceId,
        policy: {
          id: decision.policy_id,
          version: decision.policy_version,
          proven: decided !== undefined,
          revision: config?.revision ?? null,
          text: decided?.text ?? null,
        },
        reasons: decision.reasons.map((id) => explainReason(id, decided, active)),
        claims: evidence.claims.map((_, index) => explainClaim(evidence, index, chain)),
      };
    },
  };
}

async function readEvidence(db: Db, orgId: string, evidenceId: string): Promise<Evidence> {
  const [row] = await db
    .select({ jws: evidenceTable.jws })
    .from(evidenceTable)
    .where(and(eq(evidenceTable.org_id, orgId), eq(evidenceTable.evidence_id, evidenceId)));
  if (row === undefined) throw new AppError('not_found', 'no such evidence', { detail: 'there is no such evidence' });
  const [, payload = ''] = row.jws.split('.', 2);
  // Its shape was checked when it arrived.
  const evidence: Evidence = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  return evidence;
}

/** Texts that may have decided: that of the control plane at the time, and the generated policy of a gateway without one. */
function combine(input: {
  readonly active: readonly ActivePolicy[];
  readonly chain: ResolvedChain;
  readonly cedar: CedarHost;
  readonly place: { readonly orgId: string; readonly workspaceId: string; readonly agentId: string };
}): CombinedPolicies[] {
  const { active, chain, cedar, place } = input;
  const levels = withDefault(levelsOfAgent(active, place), chain);
  const text = renderDefaultPolicy(defaultPolicySettings, toChainVocabularies(chain));
  const generated = [{ kind: 'default', id: 'policy', records: [{ name: 'policy', text }] } as const];
  // A gateway without other policies decides by the generated text as it is, and hashes that.
  return [...tryCombine(levels, cedar), ...tryCombine(generated, cedar).map((alone) => ({ ...alone, text }))];
}

/** A text that does not combine cannot have decided. */
function tryCombine(levels: readonly PolicyLevel[], cedar: CedarHost): CombinedPolicies[] {
  try {
    return levels.length === 0 ? [] : [combinePolicies(levels, cedar)];
  } catch (cause) {
    if (cause instanceof PolicyError) return [];
    throw cause;
  }
}

function explainReason(
  id: string,
  decided: CombinedPolicies | undefined,
  active: readonly ActivePolicy[],
): ExplainedReason {
  const unknown = { id, text: null, effect: null, policy_id: null, policy_name: null, version: null, line: null };
  const policy = decided?.policies.find((candidate) => candidate.id === id);
  if (policy === undefined) {
    const isMade = decided?.origins.has(id) === true;
    return { ...unknown, source: isMade ? 'made' : 'unknown', scope: null };
  }
  const { level, record, json, source } = policy;
  const shown = { ...unknown, text: source.text, effect: json.effect, line: source.line };
  const own = active.find((one) => one.id === record && one.scope.level === level.kind && one.scope.id === level.id);
  if (own === undefined) return { ...shown, source: 'default', scope: null };
  const { policyId, version, scope } = own;
  return { ...shown, source: 'record', policy_id: policyId, policy_name: record, version, scope };
}

function explainClaim({ claims, auditors }: Evidence, index: number, chain: ResolvedChain): ExplainedClaim {
  const name = claims[index]?.name ?? '';
  const run = auditors.find((candidate) => candidate.claims.includes(index));
  const named = chain.items.find(({ item }) => item.name === run?.name);
  const item = named ?? chain.items.find(({ auditorId }) => auditorId === run?.auditor_id);
  // A claim of an instance may carry the declared name behind a point.
  const names = [name, name.slice(name.lastIndexOf('.') + 1)];
  const entry = item?.vocabulary?.vocabulary.find((candidate) => names.includes(candidate.name));
  return {
    index,
    name,
    auditor_id: run?.auditor_id ?? null,
    auditor: run?.name ?? null,
    phase: run?.phase ?? null,
    declared:
      entry === undefined
        ? null
        : {
            name: entry.name,
            type: entry.type,
            description: entry.description,
            value_schema: entry.value_schema,
          },
  };
}
