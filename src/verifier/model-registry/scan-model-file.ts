/** How files of models are looked through: the program brings it, since the verifier imports no auditor. */

/** What a scanner says of one file; the file is gone afterwards. */
export interface ModelFileScan {
  /** `unchecked`: it could not be looked through whole. */
  readonly verdict: 'clean' | 'unsafe' | 'unchecked';
  readonly format: string;
  /** Rule ids and what they found, never bytes of the file. */
  readonly findings: readonly { readonly rule: string; readonly level: string; readonly message: string }[];
}

/** Looks through a file on disk without running anything of it. */
export type ScanModelFile = (path: string, signal: AbortSignal) => Promise<ModelFileScan>;
