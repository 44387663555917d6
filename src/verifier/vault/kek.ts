/** A key encryption key (KEK): it seals the data keys of secrets, and stays where it is kept. */

/** One key with its versions: in a file, in the environment, or at another service. */
export interface Kek {
  /** `file`, `environment` or `transit/<mount>/<key>`; it is authenticated with every wrap. */
  readonly id: string;
  /** Every use of it is a call over the network. */
  readonly isRemote: boolean;
  /** Newest version that it has; undefined while it has none. @throws AppError `unavailable` (`kek_unavailable`). */
  newest(): Promise<number | undefined>;
  /** Whether it has this version. A remote one says yes: it is asked when the version is used. */
  knows(version: number): Promise<boolean>;
  /** Seals a data key. @throws AppError `unavailable` (`kek_unavailable`, `kek_unknown`). */
  wrap(version: number, dek: Buffer, aad: Buffer): Promise<string>;
  /**
   * Opens one; undefined when it does not hold. The caller zeroes what it gets.
   * @throws AppError `unavailable` (`kek_unavailable`, `kek_unknown`, `kek_version_retired`).
   */
  unwrap(version: number, wrapped: string, aad: Buffer): Promise<Buffer | undefined>;
  /**
   * Makes a version above this one, and answers its number.
   * @throws AppError `conflict` where it is the operator who brings new versions.
   */
  makeNext(above: number): Promise<number>;
}

/** All keys of this process; the first one is what it prefers for new secrets. */
export interface KekRing {
  readonly preferred: Kek;
  find(id: string): Kek | undefined;
}

export function createKekRing(preferred: Kek, others: readonly Kek[] = []): KekRing {
  const byId = new Map([...others, preferred].map((kek) => [kek.id, kek]));
  return { preferred, find: (id) => byId.get(id) };
}
