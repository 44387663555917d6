/** Interface of a key encryption key (KEK): it seals the data keys of secrets, and never leaves its store. */

/** One key with its versions: in a file, in the environment, or in a remote key store. */
export interface Kek {
  /** `file`, `environment` or `transit/<mount>/<key>`; it is authenticated with every wrap. */
  readonly id: string;
  /** True if every use of it is a network call. */
  readonly isRemote: boolean;
  /** Gives its newest version; undefined if it has none. @throws AppError `unavailable` (`kek_unavailable`). */
  newest(): Promise<number | undefined>;
  /** True if it has this version. A remote one answers true: it is asked when the version is used. */
  knows(version: number): Promise<boolean>;
  /** Seals a data key. @throws AppError `unavailable` (`kek_unavailable`, `kek_unknown`). */
  wrap(version: number, dek: Buffer, aad: Buffer): Promise<string>;
  /**
   * Opens one; undefined if it does not verify. The caller zeroes the result.
   * @throws AppError `unavailable` (`kek_unavailable`, `kek_unknown`, `kek_version_retired`).
   */
  unwrap(version: number, wrapped: string, aad: Buffer): Promise<Buffer | undefined>;
  /**
   * Makes a version above this one, and gives its number.
   * @throws AppError `conflict` if only the operator can provide new versions.
   */
  makeNext(above: number): Promise<number>;
}

/** All keys of this process; the first one is preferred for new secrets. */
export interface KekRing {
  readonly preferred: Kek;
  find(id: string): Kek | undefined;
}

export function createKekRing(preferred: Kek, others: readonly Kek[] = []): KekRing {
  const byId = new Map([...others, preferred].map((kek) => [kek.id, kek]));
  return { preferred, find: (id) => byId.get(id) };
}
