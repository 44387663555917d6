/**
 * Ingestion (at least once, idempotent by evidence id): checks every item, stores the good ones of a batch in one transaction,
 * answers each in order. INVARIANT: a refused item leaves nothing but a line in the refusal log.
 */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { IngestResult } from '../../../contract/ingest.ts';
import type { Tier } from '../../../contract/passport.ts';
import { readGatewayId } from '../../../contract/spiffe.ts';
import type { Clock } from '../../../platform/clock.ts';
import { decisionTier, type EvidenceFacts, toDecisionFacts, toEvidenceFacts } from '../../../proof/evidence-facts.ts';
import { explainNotServed, notServed, type Serving, serves } from '../../base/access/served-workspaces.ts';
import type { PublishDecisions } from '../../base/events/decision-event.ts';
import { findForeign, type Holding, type Holdings } from '../attestations/holdings.ts';
import type { CountExchanges } from '../statistics/record.ts';
import { type CheckedItem, checkItem, type RefusedItem } from './check-item.ts';
import type { EvidenceGroup } from './coverage.ts';
import { toIndexed } from './indexed.ts';
import type { IngestMetrics } from './ingest-metrics.ts';
import type { KeyRing } from './key-ring.ts';
import type { PolicySetWatch } from './policy-sets.ts';
import { addToSearch } from './search-write.ts';
import type { EvidenceStore, Insertion } from './store.ts';
import type { NewEvidence, NewRefusal } from './tables.ts';

/** A group with new evidence, and the status of its decisions. */
export interface StoredGroup {
  readonly group: EvidenceGroup;
  readonly decisionTier: Tier;
}

/** An agent that Evidence names. */
export interface EvidenceAgent {
  readonly id: string;
  readonly workspaceId: string;
  /** When the activity happened, in milliseconds since the epoch; now if absent. */
  readonly seenAt?: number;
}

export interface IngestDeps {
  readonly store: EvidenceStore;
  readonly keys: KeyRing;
  readonly clock: Clock;
  readonly metrics: IngestMetrics;
  readonly ensureKnownAgents: (orgId: string, refs: readonly EvidenceAgent[]) => Promise<ReadonlyMap<string, string>>;
  /** Counts what is stored, in the same transaction. */
  readonly countExchanges: CountExchanges;
  /** Creates events for what is stored, in the same transaction. */
  readonly publishDecisions: PublishDecisions;
  /** The gateway that each key or receipt chain belongs to. */
  readonly holdings: Holdings;
  readonly policySets: PolicySetWatch;
  /** Called with the groups that have new evidence, after it is stored. */
  readonly onStored: (orgId: string, groups: readonly StoredGroup[]) => Promise<void>;
}

/** The caller who submits the Evidence. A gateway can only submit its own. */
export interface EvidenceSender extends Serving {
  readonly gatewayId?: string | undefined;
}

export type Ingest = (orgId: string, items: readonly unknown[], sender?: EvidenceSender) => Promise<IngestResult[]>;

/** Signature checks between two turns of the event loop: a large batch must not block other callers. */
const itemsPerTurn = 4;

export function createIngest(deps: IngestDeps): Ingest {
  const { store, keys, clock, metrics, ensureKnownAgents, countExchanges, publishDecisions, onStored } = deps;
  const { holdings, policySets } = deps;
  return async (orgId, items, sender = {}) => {
    const now = clock.now();
    const checked: (CheckedItem | RefusedItem)[] = [];
    for (const [index, item] of items.entries()) {
      if (index > 0 && index % itemsPerTurn === 0) await yieldToOthers();
      const read = await checkItem(item, { orgId, now, keys });
      checked.push(read.ok ? refuseForeignSender(read, sender) : read);
    }
    const own = await refuseForeignHoldings(holdings, { orgId, items: checked, sender });
    const good = own.filter((item) => item.ok);
    const workspaces = await ensureKnownAgents(orgId, uniqueAgents(good));
    const inPlace = own.map((item) => (item.ok ? refuseForeignWorkspace(item, workspaces) : item));
    const judged = refuseTwins(inPlace);

    const unique = uniqueRows(judged);
    const rows = unique.map((item) => toRow(orgId, now, item));
    const refusals = judged.filter((item) => !item.ok).map((item) => toRefusal(orgId, now, item));
    const insertion = await store.insertBatch(rows, refusals, async (tx, inserted) => {
      const fresh = unique.filter(({ evidence }) => inserted.has(evidence.evidence_id));
      await countExchanges(
        tx,
        orgId,
        fresh.map(({ evidence }) => evidence),
      );
      const arrived = fresh.flatMap(({ evidence }) => {
        const seq = inserted.get(evidence.evidence_id);
        return seq === undefined ? [] : [{ evidence, seq }];
      });
      await addToSearch(tx, orgId, arrived);
      return publishDecisions(
        tx,
        orgId,
        fresh.map(({ evidence, receipt }) => ({ evidence, receiptSeq: receipt?.seq })),
      );
    });
    const settled = settle(judged, insertion);
    const late = settled.filter((item) => item.refusal !== undefined).flatMap((item) => item.refusal ?? []);
    await store.insertRefusals(late.map((item) => toRefusal(orgId, now, item)));
    for (const { result } of settled) metrics.count(result.status, result.reason ?? '');
    const stored = judged.filter((item, index) => item.ok && settled[index]?.result.status === 'stored');
    await policySets.note(
      orgId,
      stored.flatMap((item) => (item.ok ? item.evidence : [])),
    );
    await onStored(orgId, toGroups(judged, settled));
    return settled.map((item) => item.result);
  };
}

type Settled = { readonly result: IngestResult; readonly refusal?: RefusedItem };

function settle(judged: readonly (CheckedItem | RefusedItem)[], { inserted, known }: Insertion): Settled[] {
  const byId = new Map(known.map((row) => [row.evidence_id, row]));
  const byNonce = new Map(known.map((row) => [row.nonce, row]));
  const told = new Set<string>();
  return judged.map((item) => {
    if (!item.ok) return { result: toRefusedResult(item) };
    const { evidence_id: id, nonce } = item.evidence;
    if (inserted.has(id)) {
      const status = told.has(id) ? 'known' : 'stored';
      told.add(id);
      return { result: { evidence_id: id, status } };
    }
    if (byId.get(id)?.jws_sha256 === item.hash) return { result: { evidence_id: id, status: 'known' } };
    if (byId.has(id)) return refuseLate(item, 'conflict', 'another evidence record has this id');
    if (byNonce.has(nonce)) return refuseLate(item, 'nonce_reused', 'another evidence record used this nonce');
    throw new Error(`evidence ${id} was neither inserted nor found`);
  });
}

function refuseLate(item: CheckedItem, reason: string, message: string): Settled {
  const refusal = toRefused(item, reason, message);
  return { result: toRefusedResult(refusal), refusal };
}

/** Within one batch, the first item of an id or nonce counts, as if they had come one after the other. */
function refuseTwins(items: readonly (CheckedItem | RefusedItem)[]): (CheckedItem | RefusedItem)[] {
  const hashes = new Map<string, string>();
  const nonces = new Map<string, string>();
  return items.map((item) => {
    if (!item.ok) return item;
    const { evidence_id: id, nonce } = item.evidence;
    const first = hashes.get(id);
    if (first !== undefined)
      return first === item.hash ? item : toRefused(item, 'conflict', 'another evidence record has this id');
    if (nonces.has(nonce)) return toRefused(item, 'nonce_reused', 'another evidence record used this nonce');
    hashes.set(id, item.hash);
    nonces.set(nonce, id);
    return item;
  });
}

/** A gateway's credential covers neither the decisions of another gateway nor agents that it does not serve. */
function refuseForeignSender(item: CheckedItem, sender: EvidenceSender): CheckedItem | RefusedItem {
  const { gatewayId } = sender;
  const { iss, workspace_id: workspaceId } = item.evidence;
  if (!serves(sender, workspaceId)) return toRefused(item, notServed, explainNotServed(sender, workspaceId));
  const named = readGatewayId(iss);
  if (gatewayId === undefined || named === gatewayId) return item;
  const message = `the Evidence belongs to gateway ${named ?? '(none)'}, but the credential belongs to ${gatewayId}`;
  return toRefused(item, 'gateway_mismatch', message);
}

/** Refuses evidence that a gateway submits under the key or the receipt chain of another gateway. */
async function refuseForeignHoldings(
  holdings: Holdings,
  {
    orgId,
    items,
    sender,
  }: {
    readonly orgId: string;
    readonly items: readonly (CheckedItem | RefusedItem)[];
    readonly sender: EvidenceSender;
  },
): Promise<readonly (CheckedItem | RefusedItem)[]> {
  const { gatewayId } = sender;
  if (gatewayId === undefined) return items;
  const refuse = async (list: readonly (CheckedItem | RefusedItem)[], toHolding: ToHolding) => {
    const things = list.flatMap((item) => (item.ok ? (toHolding(item) ?? []) : []));
    const owners = await holdings.claim(orgId, gatewayId, things);
    return list.map((item) => {
      const thing = item.ok ? toHolding(item) : undefined;
      const foreign = thing === undefined ? undefined : findForeign(owners, thing, sender);
      return foreign === undefined || !item.ok ? item : toRefused(item, foreign.reason, foreign.message);
    });
  };
  // Keys first: an item under another gateway's key must not claim a chain.
  const ownKeys = await refuse(items, ({ kid }) => ({ kind: 'key', name: kid }));
  return refuse(ownKeys, ({ receipt }) =>
    receipt === undefined ? undefined : { kind: 'chain', name: receipt.chainId },
  );
}

type ToHolding = (item: CheckedItem) => Holding | undefined;

/** Refuses evidence that names a workspace other than the agent's: that agent does not exist there. */
function refuseForeignWorkspace(item: CheckedItem, workspaces: ReadonlyMap<string, string>): CheckedItem | RefusedItem {
  const { agent_id: agentId, workspace_id: workspaceId } = item.evidence;
  if (workspaces.get(agentId) === workspaceId) return item;
  return toRefused(item, 'workspace_mismatch', 'the agent belongs to another workspace');
}

function uniqueAgents(items: readonly CheckedItem[]): EvidenceAgent[] {
  const refs = new Map<string, EvidenceAgent>();
  for (const { evidence } of items) {
    const { agent_id: id, workspace_id, iat } = evidence;
    const known = refs.get(id);
    const seenAt = Math.max(known?.seenAt ?? 0, iat * 1000);
    refs.set(id, { id, workspaceId: known?.workspaceId ?? workspace_id, seenAt });
  }
  return [...refs.values()];
}

function uniqueRows(items: readonly (CheckedItem | RefusedItem)[]): CheckedItem[] {
  const rows = new Map<string, CheckedItem>();
  for (const item of items)
    if (item.ok && !rows.has(item.evidence.evidence_id)) rows.set(item.evidence.evidence_id, item);
  return [...rows.values()];
}

/** Gives the groups whose evidence is stored now, by this call or an earlier one. */
function toGroups(judged: readonly (CheckedItem | RefusedItem)[], settled: readonly Settled[]): StoredGroup[] {
  const groups = new Map<string, { group: EvidenceGroup; facts: EvidenceFacts[] }>();
  for (const [index, item] of judged.entries()) {
    if (!item.ok || settled[index]?.result.status === 'refused') continue;
    const { workspace_id: workspaceId, agent_id: agentId, key_attestation_hash: keyAttestationHash } = item.evidence;
    const name = `${workspaceId}/${agentId}/${keyAttestationHash}`;
    const entry = groups.get(name) ?? { group: { workspaceId, agentId, keyAttestationHash, kid: item.kid }, facts: [] };
    entry.facts.push(toDecisionFacts(item.evidence));
    groups.set(name, entry);
  }
  return [...groups.values()].map(({ group, facts }) => ({ group, decisionTier: decisionTier(facts) }));
}

function toRow(orgId: string, now: number, { jws, hash, kid, evidence, receipt }: CheckedItem): NewEvidence {
  return {
    org_id: orgId,
    workspace_id: evidence.workspace_id,
    evidence_id: evidence.evidence_id,
    jws,
    jws_sha256: hash,
    kid,
    key_attestation_hash: evidence.key_attestation_hash,
    nonce: evidence.nonce,
    iss: toIndexed(evidence.iss),
    generated_at: evidence.iat * 1000,
    received_at: now,
    agent_id: evidence.agent_id,
    session_id: toIndexed(evidence.session_id),
    trace_id: toIndexed(evidence.trace_id),
    model_id: evidence.model_id === null ? null : toIndexed(evidence.model_id),
    phase: evidence.phase,
    decision: evidence.decision.decision,
    enforced: evidence.enforced,
    mode: evidence.mode,
    policy_id: toIndexed(evidence.decision.policy_id),
    policy_version: toIndexed(evidence.decision.policy_version),
    claim_count: evidence.claims.length,
    facts: toEvidenceFacts(evidence),
    receipt_record: receipt?.proof.record ?? null,
    receipt_signature: receipt?.proof.signature ?? null,
    receipt_chain_id: receipt?.chainId ?? null,
    receipt_seq: receipt?.seq ?? null,
    receipt_hash: receipt?.hash ?? null,
  };
}

function toRefused(item: CheckedItem, reason: string, message: string): RefusedItem {
  return { ok: false, evidenceId: item.evidence.evidence_id, reason, message, hash: item.hash };
}

function toRefusal(orgId: string, now: number, item: RefusedItem): NewRefusal {
  return { org_id: orgId, reason: item.reason, sha256: item.hash, refused_at: now };
}

function toRefusedResult({ evidenceId, reason, message }: RefusedItem): IngestResult {
  return { evidence_id: evidenceId, status: 'refused', reason, message };
}
