/** Operations of the witness: the C2SP tlog-witness protocol, and the witness's view of a chain. */
import { Type } from 'typebox';
import { WitnessedChainSchema } from '../receipts.ts';
import { defineOperation } from './operation.ts';

const path = '/v1/witness';
const tag = 'witness';

/** 63 hashes and a note of the greatest length. */
const bodyLimit: number = 104 * 1024;

export const witness = {
  addCheckpoint: defineOperation({
    id: 'witness.addCheckpoint',
    method: 'POST',
    path: `${path}/add-checkpoint`,
    tag,
    summary: 'Cosign a checkpoint of a receipt chain',
    description:
      'The protocol is C2SP tlog-witness. If the chain is already at another size, the answer is 409 with that size as text.',
    consumes: 'text/plain',
    bodyLimit,
    produces: 'text/plain',
    responses: { 200: Type.String() },
  }),
  getChain: defineOperation({
    id: 'witness.getChain',
    method: 'GET',
    path: `${path}/chains/:chain_id`,
    tag,
    summary: 'Read the latest cosigned checkpoint of a chain',
    description: 'The answer also has every proof that the chain has two histories.',
    params: Type.Object({ chain_id: Type.String({ minLength: 1, maxLength: 256 }) }),
    responses: { 200: WitnessedChainSchema },
  }),
  listKeys: defineOperation({
    id: 'witness.listKeys',
    method: 'GET',
    path: `${path}/key`,
    tag,
    summary: 'List the public keys of the witness, newest first',
    description: 'The answer has one verifier key (C2SP signed-note) in each line.',
    produces: 'text/plain',
    responses: { 200: Type.String() },
  }),
} as const;
