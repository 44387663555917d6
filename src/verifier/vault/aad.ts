/** What is authenticated with a ciphertext: the place of a secret, and of the key that it is sealed with. */
import { canonicalize } from '@assay/sdk/crypto';
import type { SecretPlace } from './seams.ts';

/** Version of the form below; it is kept beside each ciphertext, and an unknown one does not open. */
export const aadVersion = 1;

/** Of the secret itself. */
export function toSecretAad(place: SecretPlace): Buffer {
  const { table, recordId, version, orgId, scope, service, userId, agentId, field } = place;
  return toBytes({
    ...{ v: aadVersion, table, record_id: recordId, version, org_id: orgId, scope, service },
    ...{ user_id: userId, agent_id: agentId, field },
  });
}

/** Which key encryption key, for which version of which record. */
export interface WrapPlace {
  readonly kekId: string;
  readonly kekVersion: number;
  readonly recordId: string;
  readonly version: number;
}

/** Of the data key. */
export function toWrapAad({ kekId, kekVersion, recordId, version }: WrapPlace): Buffer {
  return toBytes({ kek_id: kekId, kek_version: kekVersion, record_id: recordId, version });
}

function toBytes(members: Readonly<Record<string, string | number | null>>): Buffer {
  return Buffer.from(canonicalize(members), 'utf8');
}
