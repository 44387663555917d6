/** Wires receipt chains and their witness. */
import type { Clock } from '../../../platform/clock.ts';
import type { DataDir } from '../../../platform/data-dir.ts';
import type { Database } from '../../../platform/db/db.ts';
import { issuerOf, type VerifierConfig } from '../../base/config.ts';
import { createHoldings } from '../attestations/holdings.ts';
import type { Attestations } from '../attestations/service.ts';
import type { EvidenceReader } from '../evidence/service.ts';
import { decodeEvidence } from '../evidence/view.ts';
import { witnessName } from '../witness/key-file.ts';
import { createWitness } from '../witness/service.ts';
import { createWitnessStore } from '../witness/store.ts';
import { createReceiptIngest } from './ingest.ts';
import { createReceipts } from './service.ts';
import { createReceiptStore } from './store.ts';
import { createChainTree } from './tree.ts';

export interface ChainWiring {
  readonly config: VerifierConfig;
  readonly database: Pick<Database, 'db'>;
  readonly dataDir: DataDir;
  readonly clock: Clock;
  readonly attestations: Attestations;
  readonly evidence: EvidenceReader;
}

/** Subtrees that are computed when a checkpoint comes: a chain grows by less between two of them. */
const tilesPerCheckpoint = 16;

export async function createChainServices({ config, database, dataDir, clock, attestations, evidence }: ChainWiring) {
  const { db } = database;
  const store = createReceiptStore(db);
  const tree = createChainTree(store);
  const holdings = createHoldings(db);
  const issuer = issuerOf(config);
  const witness = await createWitness({
    store: createWitnessStore(db),
    dataDir,
    clock,
    name: witnessName({ publicUrl: config.ASSAY_PUBLIC_URL, trustDomain: config.ASSAY_TRUST_DOMAIN }),
    async findEpochs(orgId, chainId) {
      const epochs = await store.listEpochs(orgId, chainId);
      return epochs.map(({ seq, public_key: x }) => ({ seq, jwk: { kty: 'OKP', crv: 'Ed25519', x } }));
    },
    holdings,
    countRecords: store.countTo,
    onCosigned: (orgId, chainId, size) => tree.extend(orgId, chainId, size, tilesPerCheckpoint),
  });
  const receipts = createReceipts({
    store,
    tree,
    issuer,
    ingest: createReceiptIngest({ store, clock, holdings, findAttestations: attestations.findByHashes }),
    findLatestCheckpoint: witness.findLatest,
    witnessKeys: witness.keys,
    trustedWitnesses: witness.trusted,
    findAttestations: attestations.findByHashes,
    async findEvidence(orgId, evidenceId) {
      const { passportId, jws } = await evidence.getParts(orgId, evidenceId);
      return { passportId, modelId: decodeEvidence(jws).model_id };
    },
    now: clock.now,
  });
  return { receipts, witness, publicReceipts: config.VERIFIER_PUBLIC_RECEIPTS };
}
