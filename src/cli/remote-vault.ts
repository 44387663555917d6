/** Requests of commands about the keys that secrets are sealed with. */
import type { CommandIo } from './command.ts';
import type { ParsedArguments } from './options.ts';
import { connectService } from './service.ts';
import {
  type VaultRetired,
  type VaultRewrap,
  type VaultRotation,
  type VaultStatus,
  vaultRetired,
  vaultRewrap,
  vaultRotation,
  vaultStatus,
} from './wire-vault.ts';

export interface RemoteVault {
  status(): Promise<VaultStatus>;
  rotate(): Promise<VaultRotation>;
  /** Rewraps a batch, from the cursor of the previous answer. */
  rewrap(cursor: string | undefined): Promise<VaultRewrap>;
  retire(version: number, keyId: string | undefined): Promise<VaultRetired>;
}

/** A batch with a key at another service takes long. */
const rewrapTimeoutMs = 120_000;

/** @throws UsageError */
export function connectVault(io: CommandIo, args: ParsedArguments): RemoteVault {
  const service = connectService('verifier', io, args);
  const path = '/v1/vault';
  return {
    status: () => service.json({ path }, (value): value is VaultStatus => vaultStatus.Check(value)),
    rotate: () =>
      service.json({ method: 'POST', path: `${path}/rotate` }, (value): value is VaultRotation =>
        vaultRotation.Check(value),
      ),
    rewrap: (cursor) =>
      service.json(
        {
          ...{ method: 'POST', path: `${path}/rewrap`, timeoutMs: rewrapTimeoutMs },
          body: cursor === undefined ? {} : { cursor },
        },
        (value): value is VaultRewrap => vaultRewrap.Check(value),
      ),
    retire: (version, keyId) =>
      service.json(
        {
          ...{ method: 'POST', path: `${path}/minimum-version` },
          body: { version, ...(keyId === undefined ? {} : { key_id: keyId }) },
        },
        (value): value is VaultRetired => vaultRetired.Check(value),
      ),
  };
}
