/** The interface of the file scanner. The program provides it, since the verifier imports no auditor. */

/** The result of a scan of one file. The file is removed afterwards. */
export interface ModelFileScan {
  /** `unchecked`: the file could not be scanned completely. */
  readonly verdict: 'clean' | 'unsafe' | 'unchecked';
  readonly format: string;
  /** Rule ids and messages, never bytes of the file. */
  readonly findings: readonly { readonly rule: string; readonly level: string; readonly message: string }[];
}

/** Scans a file on disk without executing anything in it. */
export type ScanModelFile = (path: string, signal: AbortSignal) => Promise<ModelFileScan>;
