/**
 * The witness's decision about a checkpoint (C2SP tlog-witness): it cosigns only extensions of what it cosigned before, and keeps
 * the proof if a chain shows two histories.
 */
import { type OkpPublicJwk, nodeProofCrypto as proofCrypto, toBase64Url, verifyConsistency } from '@assay/sdk/crypto';
import {
  chainNoteKey,
  chainOfOrigin,
  checkNoteSignature,
  cosign,
  parseAddCheckpoint,
  parseCheckpoint,
  printSignatureLine,
  type ReadAddCheckpoint,
  type SignedCheckpoint,
} from '@assay/sdk/receipts';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import { assertOwn, type HoldingSender, type Holdings } from '../attestations/holdings.ts';
import type { WitnessKey } from './key-file.ts';
import type { Advance, KnownChain, WitnessStore } from './store.ts';
import type { CheckpointRow } from './tables.ts';

/** The accepted key that signs a chain, and its first record. */
export interface ChainEpoch {
  readonly seq: number;
  readonly jwk: OkpPublicJwk;
}

export type WitnessAnswer =
  | { readonly kind: 'cosigned'; readonly lines: string; readonly chainId: string; readonly size: number }
  /** The caller's last size is wrong; gives the right one. */
  | { readonly kind: 'stale'; readonly size: number };

export interface AddCheckpointDeps {
  readonly store: WitnessStore;
  readonly key: WitnessKey;
  readonly clock: Clock;
  readonly findEpochs: (orgId: string, chainId: string) => Promise<readonly ChainEpoch[]>;
  readonly holdings: Pick<Holdings, 'find'>;
}

export type AddCheckpoint = (orgId: string, body: string, sender?: HoldingSender) => Promise<WitnessAnswer>;

/** @throws AppError `invalid_request` 400, `forbidden` 403, `not_found` 404, `conflict` 409, `unprocessable` 422. */
export function createAddCheckpoint({ store, key, clock, findEpochs, holdings }: AddCheckpointDeps): AddCheckpoint {
  /** Two different signed checkpoints of one size. The one cosigned before is the other half of the proof. */
  const toEquivocation = (orgId: string, known: CheckpointRow, checkpoint: SignedCheckpoint, note: string) => ({
    org_id: orgId,
    chain_id: checkpoint.chainId,
    size: checkpoint.size,
    root: toBase64Url(checkpoint.root),
    head: checkpoint.head,
    known_note: known.note,
    other_note: note,
    seen_at: clock.now(),
  });

  const toRow = async (orgId: string, checkpoint: SignedCheckpoint, note: string) => {
    const now = clock.now();
    const line = printSignatureLine(await cosign(key, checkpoint.note.text, Math.floor(now / 1000)));
    const row = {
      org_id: orgId,
      chain_id: checkpoint.chainId,
      size: checkpoint.size,
      root: toBase64Url(checkpoint.root),
      head: checkpoint.head,
      note: note + line,
      witnessed_at: now,
    };
    return { row, line };
  };

  const decide = async (
    orgId: string,
    { request, checkpoint }: { request: ReadAddCheckpoint; checkpoint: SignedCheckpoint },
    known: KnownChain,
  ): Promise<Advance<WitnessAnswer | AppError>> => {
    const same = await known.find(checkpoint.size);
    if (same !== undefined && !isSame(same, checkpoint)) {
      const equivocation = toEquivocation(orgId, same, checkpoint, request.note);
      return {
        answer: refuse('conflict', 'equivocation', 'another checkpoint of this size was cosigned'),
        equivocation,
      };
    }
    if (request.oldSize !== known.size) return { answer: { kind: 'stale', size: known.size } };
    const last = known.size === 0 ? undefined : await known.find(known.size);
    if (!(await extendsLast(request, checkpoint, last))) {
      return { answer: refuse('unprocessable', 'consistency', 'the consistency proof does not hold') };
    }
    const { row, line } = await toRow(orgId, checkpoint, request.note);
    const { chainId, size } = checkpoint;
    return { answer: { kind: 'cosigned', lines: line, chainId, size }, checkpoint: row };
  };

  return async (orgId, body, sender = {}) => {
    const request = parseAddCheckpoint(body);
    if (request === undefined)
      throw refuse('invalid_request', 'malformed', 'the body is not an add-checkpoint request');
    const [origin = ''] = request.signed.text.split('\n', 1);
    const chainId = chainOfOrigin(origin);
    const epochs = chainId === undefined ? [] : await findEpochs(orgId, chainId);
    if (epochs.length === 0) throw refuse('not_found', 'origin', 'no chain with this origin is known');
    const checkpoint = parseCheckpoint(request.note);
    if (checkpoint === undefined)
      throw refuse('invalid_request', 'malformed', 'the checkpoint does not belong to a chain');
    if (!(await isSignedInEpoch(checkpoint, epochs))) {
      throw refuse('forbidden', 'signature', 'the key of this part of the chain did not sign the checkpoint');
    }
    await assertOwn(holdings, { orgId, thing: { kind: 'chain', name: checkpoint.chainId }, code: 'forbidden' }, sender);
    if (request.oldSize > checkpoint.size) {
      throw refuse('invalid_request', 'smaller', 'the checkpoint is smaller than the old size');
    }
    const answer = await store.advance(orgId, checkpoint.chainId, (known) =>
      decide(orgId, { request, checkpoint }, known),
    );
    // Thrown here, after the proof of two histories is stored: inside the transaction, the error would undo it.
    if (answer instanceof AppError) throw answer;
    return answer;
  };
}

/** True if it is signed by the key of the epoch of its last record: an older key cannot sign later records. */
async function isSignedInEpoch(checkpoint: SignedCheckpoint, epochs: readonly ChainEpoch[]): Promise<boolean> {
  const epoch = epochs.findLast(({ seq }) => seq < checkpoint.size);
  if (epoch === undefined) return false;
  const noteKey = await chainNoteKey(checkpoint.chainId, epoch.jwk, proofCrypto);
  return typeof (await checkNoteSignature(checkpoint.note, noteKey, proofCrypto)) === 'object';
}

async function extendsLast(
  { proof, oldSize }: ReadAddCheckpoint,
  checkpoint: SignedCheckpoint,
  last: CheckpointRow | undefined,
): Promise<boolean> {
  if (last === undefined) return oldSize === 0 && proof.length === 0;
  const fromRoot = Buffer.from(last.root, 'base64url');
  return verifyConsistency(
    { from: oldSize, to: checkpoint.size, fromRoot, toRoot: checkpoint.root, proof },
    proofCrypto,
  );
}

function isSame(row: CheckpointRow, checkpoint: SignedCheckpoint): boolean {
  return row.root === toBase64Url(checkpoint.root) && row.head === checkpoint.head;
}

function refuse(code: AppError['code'], reason: string, detail: string): AppError {
  return new AppError(code, detail, { detail, extensions: { reason } });
}
