/** Checks the evidence of a bundle: each is proven by a key attestation of the same bundle, and no id or nonce repeats. */
import type { ProofCrypto } from '@assay/sdk/crypto';
import type { Bundle } from '../contract/bundle.ts';
import type { Evidence } from '../contract/evidence.ts';
import { type CheckedAttestation, findEvidenceKey } from './bundle-attestations.ts';
import { checkEvidence } from './evidence.ts';
import { type Finding, proven, refused, toPlainText } from './report.ts';
import { refuse } from './verdict.ts';

export interface CheckedEvidence {
  /** Hex SHA-256 of the JWS. */
  readonly hash: string;
  readonly kid: string;
  readonly evidence: Evidence;
}

/** Checks every evidence in order. */
export async function checkBundleEvidence(
  items: Bundle['evidence'],
  keys: readonly CheckedAttestation[],
  check: { now: number; crypto: ProofCrypto },
): Promise<{ checked: CheckedEvidence[]; findings: Finding[] }> {
  const checked: CheckedEvidence[] = [];
  const findings: Finding[] = [];
  const ids = new Set<string>();
  const nonces = new Set<string>();
  const lookup = memoize((kid: string) => findEvidenceKey(keys, kid));
  for (const [index, item] of items.entries()) {
    const verdict = await checkEvidence(item.jws, { keys: lookup, now: check.now, crypto: check.crypto });
    if (!verdict.ok) {
      findings.push(refused(`evidence #${index + 1}`, verdict));
      continue;
    }
    const { evidence, hash, kid } = verdict;
    const subject = `evidence ${evidence.evidence_id}`;
    if (item.evidence_id !== evidence.evidence_id) {
      findings.push(refused(subject, refuse('evidence_id', 'the bundle lists it under another id')));
    } else if (ids.has(evidence.evidence_id) || nonces.has(evidence.nonce)) {
      findings.push(refused(subject, refuse('duplicate', 'its id or its nonce occurs twice in the bundle')));
    } else {
      findings.push(proven(subject, describeEvidence(evidence)));
      checked.push({ hash, kid, evidence });
    }
    ids.add(evidence.evidence_id);
    nonces.add(evidence.nonce);
  }
  return { checked, findings };
}

/** Describes a proven evidence in one sentence. */
export function describeEvidence(evidence: Evidence): string {
  const { decision } = evidence.decision;
  const count = `${evidence.claims.length} ${evidence.claims.length === 1 ? 'claim' : 'claims'}`;
  const would =
    evidence.mode === 'observe' && decision !== evidence.enforced ? ` (observe mode: ${evidence.enforced})` : '';
  const blind = evidence.uninspected.length === 0 ? '' : `; no auditor saw ${evidence.uninspected.length} part(s)`;
  const configured = evidence.config === undefined ? '' : `; configuration revision ${evidence.config.revision}`;
  const parts = `${count}, decision ${decision}${would}${configured}${describePeople(evidence)}${describeShadow(evidence)}${blind}`;
  return `Signed by an attested key, unchanged: ${parts}.`;
}

/** Describes the represented person and the approvers. */
function describePeople({ on_behalf_of: person, approval, earlier_approvals: earlier = [] }: Evidence): string {
  const approvals = approval === undefined ? earlier : [...earlier, approval];
  const parts = approvals.slice(0, 5).map(({ id, status, approvers }) => {
    const by = approvers === undefined ? '' : ` by ${approvers.slice(0, 5).join(', ')}`;
    return toPlainText(`approval ${id ?? 'of nobody'} ${status}${by}`, 300);
  });
  if (person !== undefined) parts.unshift(toPlainText(`for ${person.sub} under ${person.grant_id}`, 300));
  return parts.map((part) => `; ${part}`).join('');
}

/** Describes what trial policies would have changed. */
function describeShadow({ shadow = [], phases }: Evidence): string {
  const others = shadow.filter(({ decision, phase_index: index }) => decision !== phases[index]?.decision);
  const policies = new Set(others.map(({ policy_id: id }) => toPlainText(id, 60)));
  if (shadow.length === 0) return '';
  return policies.size === 0
    ? '; policies on trial would have decided the same'
    : `; on trial and not enforced: ${[...policies].slice(0, 5).join(', ')} would have decided differently`;
}

function memoize<T>(find: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    const hit = known.get(key);
    if (hit !== undefined) return hit;
    const value = find(key);
    known.set(key, value);
    return value;
  };
}
