/** What the vault gives to the rest of the verifier: secrets at rest, each sealed for the place that it belongs to. */
import type { Db } from '../../platform/db/db.ts';
import type { Secret } from '../../platform/secret.ts';

/**
 * Where a secret belongs. All of it is authenticated with the ciphertext (AAD) and is rebuilt by the caller
 * from its own row: a ciphertext that was moved to another row, tenant, person or version does not open.
 */
export interface SecretPlace {
  readonly orgId: string;
  /** Of the feature, e.g. `scoped_credentials`. */
  readonly table: string;
  readonly recordId: string;
  /** Of the record; a new secret is a new version. */
  readonly version: number;
  /** `org/<id>` or `workspace/<id>`. */
  readonly scope: string;
  /** Empty where there is none. */
  readonly service: string;
  readonly userId: string | null;
  readonly agentId: string | null;
  /** Which of the record's secrets: `access_token`, `refresh_token`, `secret` … */
  readonly field: string;
}

/** Which of a record's secrets. */
export interface SecretsOf {
  readonly orgId: string;
  readonly table: string;
  readonly recordId: string;
  /** All versions if absent. */
  readonly version?: number;
}

/** A secret that is sealed for its place and not kept yet; it holds nothing in clear. */
export interface SealedSecret {
  readonly place: SecretPlace;
  readonly kekId: string;
  readonly kekVersion: number;
  readonly wrappedDek: string;
  readonly nonce: string;
  readonly ct: string;
  readonly tag: string;
}

/** A secret that may be gone from the vault by now. */
export interface LiftedSecret {
  /** @throws AppError as {@link Vault.read}. */
  open(): Promise<Secret>;
}

export interface Vault {
  /**
   * Seals a text of at most 64 KiB for {@link put}. Call it before the transaction begins: where the key encryption key
   * is at another service, this is the part that goes over the network.
   * @throws AppError `unavailable` while the key encryption key cannot be reached.
   */
  seal(place: SecretPlace, text: string): Promise<SealedSecret>;
  /**
   * Keeps one, in the transaction of the row that it belongs to; what was in that very place is replaced. A text is
   * sealed here and now, which is a call over the network inside the transaction where the key is at another service.
   * @throws AppError `unavailable` while the key encryption key cannot be reached.
   */
  put(tx: Db, place: SecretPlace, what: string | SealedSecret): Promise<void>;
  /**
   * Opens one; outside of a transaction, for the same reason. @throws AppError `not_found` where none is, `unavailable`
   * (`reason`: `kek_unavailable`, `kek_unknown`, `kek_version_retired`), `internal` for one that does not open in this
   * place (tampered with, or moved).
   */
  read(db: Db, place: SecretPlace): Promise<Secret>;
  /** Takes one out of a transaction that destroys it, still sealed, to be opened after the commit; undefined where none is. */
  lift(tx: Db, place: SecretPlace): Promise<LiftedSecret | undefined>;
  has(db: Db, place: SecretPlace): Promise<boolean>;
  /** Removes them for good; how many there were. */
  destroy(tx: Db, which: SecretsOf): Promise<number>;
}
