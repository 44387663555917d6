/** Replays a policy over stored Evidence: decisions per second, compared with only reading and parsing it. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { sha256Hex, toBase64Url } from '@assay/sdk/crypto';
import type { Evidence } from '../../src/contract/evidence.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { openDataDir } from '../../src/platform/data-dir.ts';
import { createDb, type Db } from '../../src/platform/db/db.ts';
import { createId } from '../../src/platform/ids.ts';
import { createLogger } from '../../src/platform/log.ts';
import { createCedarHost } from '../../src/policy/cedar-host.ts';
import { defaultPolicySettings, renderDefaultPolicy } from '../../src/policy/default-policy.ts';
import { toEvidenceFacts } from '../../src/proof/evidence-facts.ts';
import { createVerifier } from '../../src/verifier/app.ts';
import { createEvidenceStore } from '../../src/verifier/attestation/evidence/store.ts';
import type { NewEvidence } from '../../src/verifier/attestation/evidence/tables.ts';
import { loadVerifierConfig } from '../../src/verifier/base/config.ts';
import { createAuthor } from '../../src/verifier/base/control/author.ts';
import { builtIns } from '../../src/verifier/configuration/auditor-catalog/catalog-auditor.ts';
import { createReplayStore } from '../../src/verifier/configuration/policies/replays/store.ts';
import { loadDefaultPolicy, recordDefaults } from '../default-policy.ts';
import { makeEvidence } from '../evidence.ts';
import type { Row } from '../report.ts';

const exchanges = 20_000;
const batch = 500;
const author = createAuthor('default', 'bench');

/** Row `control.replay_per_s`. */
export async function measureReplay(progress: (message: string) => void): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  const database = await createDb({ dataDir: folder });
  const verifier = await createVerifier({
    config: loadVerifierConfig({}),
    database,
    clock: systemClock,
    randomBytes,
    dataDir: await openDataDir(folder),
    log: createLogger({ service: 'bench', level: 'warn' }),
  });
  try {
    progress(`replay: ${exchanges} exchanges of two phases`);
    await seed(database.db);
    const { policies, policyReplays } = verifier.services;
    const scope = { level: 'workspace', id: 'default' } as const;
    const chain = builtIns.slice(0, 4).map(({ id, vocabulary }) => ({
      item: id,
      auditorId: id,
      phases: ['request' as const, 'response' as const],
      entries: vocabulary.vocabulary,
    }));
    const text = renderDefaultPolicy(defaultPolicySettings, chain);
    const policy = await database.db.transaction((tx) => policies.create(tx, author, { scope, text, name: 'bench' }));
    const day = 86_400_000;
    const [from, to] = [-day, day].map((shift) => new Date(systemClock.now() + shift).toISOString());
    const startedMs = performance.now();
    let replay = await policyReplays.start(author, policy.id, { from: from ?? '', to: to ?? '' });
    while (replay.status === 'running') {
      await setTimeout(20);
      replay = await policyReplays.get('default', replay.id);
    }
    const tookS = (performance.now() - startedMs) / 1000;
    const decisions = replay.result?.evaluated ?? 0;
    if (decisions !== 2 * exchanges) throw new Error(`the replay ended as ${JSON.stringify(replay)}`);
    const baseline = (2 * exchanges) / (await timeReading(database.db));
    const value = decisions / tookS;
    return [{ id: 'control.replay_per_s', value, unit: '/s', baseline, ratio: value / baseline, must: '5,000/s' }];
  } finally {
    await verifier.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Seconds to read and parse the Evidence without deciding anything. */
async function timeReading(db: Db): Promise<number> {
  const store = createReplayStore();
  const range = { orgId: 'default', fromMs: 0, toMs: systemClock.now() + 86_400_000 };
  const startedMs = performance.now();
  const span = await store.findSpan(db, range);
  for (let after = span.first - 1; after < span.last; ) {
    const rows = await store.readPage(db, range, after, span.last, batch);
    for (const { jws } of rows) JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString('utf8'));
    after = rows.at(-1)?.seq ?? span.last;
  }
  return (performance.now() - startedMs) / 1000;
}

/** Evidence with distinct scores, since repeated answers would come from the cache. */
async function seed(db: Db): Promise<void> {
  const { items } = await makeEvidence(1);
  const payload = items[0]?.jws.split('.')[1] ?? '';
  const made: Evidence = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  const settings = recordDefaults(loadDefaultPolicy(createCedarHost()));
  const model = { ...made, phases: made.phases.map((phase) => ({ ...phase, settings })) };
  const store = createEvidenceStore(db);
  for (let start = 0; start < exchanges; start += batch) {
    const rows = Array.from({ length: batch }, (_, index) => toRow(model, start + index));
    await store.insertBatch(rows, []);
  }
}

function toRow(model: Evidence, count: number): NewEvidence {
  const claims = model.claims.map((claim, index) =>
    claim.type === 'score_normalized' ? { ...claim, value: ((count * 37 + index * 101) % 6_000) / 10_000 } : claim,
  );
  const evidence_id = createId('ev', systemClock);
  const evidence = { ...model, evidence_id, claims, iat: Math.floor(systemClock.now() / 1000) };
  const jws = `e30.${toBase64Url(Buffer.from(JSON.stringify(evidence)))}.${'A'.repeat(86)}`;
  const { iss, agent_id, session_id, trace_id, model_id, phase, enforced, mode, decision } = evidence;
  return {
    org_id: 'default',
    workspace_id: 'default',
    evidence_id,
    jws,
    jws_sha256: sha256Hex(jws),
    kid: 'bench',
    iss,
    key_attestation_hash: evidence.key_attestation_hash,
    nonce: toBase64Url(randomBytes(32)),
    generated_at: evidence.iat * 1000,
    received_at: systemClock.now(),
    agent_id,
    session_id,
    trace_id,
    model_id,
    phase,
    decision: decision.decision,
    enforced,
    mode,
    policy_id: 'bench',
    policy_version: 'bench',
    claim_count: claims.length,
    facts: toEvidenceFacts(evidence),
    receipt_record: null,
    receipt_signature: null,
    receipt_chain_id: null,
    receipt_seq: null,
    receipt_hash: null,
  };
}
