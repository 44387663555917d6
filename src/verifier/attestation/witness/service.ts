/** The verifier as witness of receipt chains: cosigns checkpoints, shows what it knows of a chain, and lists its keys. */

import { nodeProofCrypto as proofCrypto } from '@assay/sdk/crypto';
import { type NoteKey, parseVerifierKey, printVerifierKey } from '@assay/sdk/receipts';
import type { WitnessedChain } from '../../../contract/receipts.ts';
import { type Clock, toTimestamp } from '../../../platform/clock.ts';
import type { DataDir } from '../../../platform/data-dir.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Holdings } from '../attestations/holdings.ts';
import { type AddCheckpoint, type ChainEpoch, createAddCheckpoint } from './add-checkpoint.ts';
import { loadWitnessKey } from './key-file.ts';
import type { WitnessStore } from './store.ts';
import type { CheckpointRow } from './tables.ts';

/** Public keys for offline checks on this machine: the default trust anchor of `assay verify`. */
export const witnessKeysFile = 'witness-keys.txt';

export interface Witness {
  readonly addCheckpoint: AddCheckpoint;
  /** @throws AppError `not_found` for an unknown chain. */
  view(orgId: string, chainId: string): Promise<WitnessedChain>;
  findLatest(orgId: string, chainId: string): Promise<CheckpointRow | undefined>;
  /** Verifier keys (C2SP), newest first. */
  keys(): Promise<string[]>;
  trusted(): Promise<NoteKey[]>;
}

export interface WitnessDeps {
  readonly store: WitnessStore;
  readonly dataDir: DataDir;
  readonly clock: Clock;
  /** Name in the signature lines. */
  readonly name: string;
  readonly findEpochs: (orgId: string, chainId: string) => Promise<readonly ChainEpoch[]>;
  /** The gateway that each chain belongs to. */
  readonly holdings: Pick<Holdings, 'find'>;
  /** Counts the chain's records that the verifier holds. */
  readonly countRecords: (orgId: string, chainId: string) => Promise<number>;
  /** Called with what was cosigned, after it is stored. */
  readonly onCosigned: (orgId: string, chainId: string, size: number) => Promise<void>;
}

/** Loads the key of the witness, publishes its public part, and writes the public key file. */
export async function createWitness(deps: WitnessDeps): Promise<Witness> {
  const { store, dataDir, clock } = deps;
  const key = await loadWitnessKey(dataDir, deps.name);
  await store.addKey(printVerifierKey(key), clock.now());
  const keys = () => store.listKeys();
  await dataDir.write(witnessKeysFile, `${(await keys()).join('\n')}\n`);
  const addCheckpoint = createAddCheckpoint({ ...deps, key });
  return {
    keys,
    findLatest: store.findLatest,
    async addCheckpoint(orgId, body, sender) {
      const answer = await addCheckpoint(orgId, body, sender);
      if (answer.kind === 'cosigned') await deps.onCosigned(orgId, answer.chainId, answer.size);
      return answer;
    },
    async view(orgId, chainId) {
      const latest = await store.findLatest(orgId, chainId);
      if (latest === undefined && (await deps.findEpochs(orgId, chainId)).length === 0) {
        throw new AppError('not_found', 'no such chain', { detail: 'no chain with this id is known' });
      }
      const equivocations = await store.listEquivocations(orgId, chainId);
      const records = await deps.countRecords(orgId, chainId);
      return {
        chain_id: chainId,
        size: latest?.size ?? 0,
        root: latest === undefined ? null : Buffer.from(latest.root, 'base64url').toString('base64'),
        head: latest?.head ?? null,
        checkpoint: latest?.note ?? null,
        witnessed_at: latest === undefined ? null : toTimestamp(latest.witnessed_at),
        lag: Math.max(0, records - (latest?.size ?? 0)),
        equivocations: equivocations.map(({ size, seen_at, known_note, other_note }) => ({
          size,
          seen_at: toTimestamp(seen_at),
          checkpoint: known_note,
          other: other_note,
        })),
        witness_keys: await keys(),
      };
    },
    async trusted() {
      const parsed = await Promise.all((await keys()).map((vkey) => parseVerifierKey(vkey, proofCrypto)));
      return parsed.filter((one) => one !== undefined);
    },
  };
}
