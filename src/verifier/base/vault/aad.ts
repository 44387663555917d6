/** Encodes the data that is authenticated with a ciphertext: the place of a secret, and of the key that seals it. */
import { canonicalize } from '@assay/sdk/crypto';
import type { SecretPlace } from './ports.ts';

/** Version of the form below; it is stored with each ciphertext, and an unknown one does not open. */
export const aadVersion = 1;

/** Gives the AAD of a secret. */
export function toSecretAad(place: SecretPlace): Buffer {
  const { table, recordId, version, orgId, scope, service, userId, agentId, field } = place;
  return toBytes({
    v: aadVersion,
    table,
    record_id: recordId,
    version,
    org_id: orgId,
    scope,
    service,
    user_id: userId,
    agent_id: agentId,
    field,
  });
}

/** A key encryption key, and the record version that it wraps a key for. */
export interface WrapPlace {
  readonly kekId: string;
  readonly kekVersion: number;
  readonly recordId: string;
  readonly version: number;
}

/** Gives the AAD of a data key. */
export function toWrapAad({ kekId, kekVersion, recordId, version }: WrapPlace): Buffer {
  return toBytes({ kek_id: kekId, kek_version: kekVersion, record_id: recordId, version });
}

function toBytes(members: Readonly<Record<string, string | number | null>>): Buffer {
  return Buffer.from(canonicalize(members), 'utf8');
}
