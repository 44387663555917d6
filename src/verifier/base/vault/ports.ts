/** Interface of the vault for the rest of the verifier: secrets at rest, each sealed for its place. */
import type { Db } from '../../../platform/db/db.ts';
import type { Secret } from '../../../platform/secret.ts';

/**
 * The place of a secret. All of it is authenticated with the ciphertext (AAD) and is rebuilt by the caller from its own row:
 * a ciphertext that was moved to another row, tenant, person or version does not open.
 */
export interface SecretPlace {
  readonly orgId: string;
  /** Table of the feature, e.g. `scoped_credentials`. */
  readonly table: string;
  readonly recordId: string;
  /** Version of the record; a new secret is a new version. */
  readonly version: number;
  /** `org/<id>` or `workspace/<id>`. */
  readonly scope: string;
  /** Empty if there is none. */
  readonly service: string;
  readonly userId: string | null;
  readonly agentId: string | null;
  /** Names one of the record's secrets: `access_token`, `refresh_token`, `secret` … */
  readonly field: string;
}

/** Selects secrets of a record. */
export interface SecretsOf {
  readonly orgId: string;
  readonly table: string;
  readonly recordId: string;
  /** All versions if absent. */
  readonly version?: number;
}

/** A secret that is sealed for its place and not stored yet; it contains no plain text. */
export interface SealedSecret {
  readonly place: SecretPlace;
  readonly kekId: string;
  readonly kekVersion: number;
  readonly wrappedDek: string;
  readonly nonce: string;
  readonly ct: string;
  readonly tag: string;
}

/** A secret that may have been removed from the vault since. */
export interface LiftedSecret {
  /** @throws AppError as {@link Vault.read}. */
  open(): Promise<Secret>;
}

export interface Vault {
  /**
   * Seals a text of at most 64 KiB for {@link put}. Call it before the transaction begins: with a remote key store, this part
   * is a network call.
   * @throws AppError `unavailable` while the key encryption key cannot be reached.
   */
  seal(place: SecretPlace, text: string): Promise<SealedSecret>;
  /**
   * Stores one in the transaction of its row; replaces any secret in the same place. A text is sealed here, which is a
   * network call inside of the transaction if the key store is remote.
   * @throws AppError `unavailable` while the key encryption key cannot be reached.
   */
  put(tx: Db, place: SecretPlace, what: string | SealedSecret): Promise<void>;
  /**
   * Opens one; call it outside of a transaction, for the same reason. @throws AppError `not_found` if there is none,
   * `unavailable` (`reason`: `kek_unavailable`, `kek_unknown`, `kek_version_retired`), `internal` for one that does not open
   * in this place (tampered with, or moved).
   */
  read(db: Db, place: SecretPlace): Promise<Secret>;
  /** Reads one in a transaction that destroys it, still sealed, to be opened after the commit; undefined if there is none. */
  lift(tx: Db, place: SecretPlace): Promise<LiftedSecret | undefined>;
  has(db: Db, place: SecretPlace): Promise<boolean>;
  /** Removes them permanently; gives their number. */
  destroy(tx: Db, which: SecretsOf): Promise<number>;
}
