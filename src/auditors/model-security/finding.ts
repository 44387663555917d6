/**
 * The result of inspecting a model file, as plain data. The inspector of every format returns it; the auditor, the scan report
 * and SARIF use it.
 */

import type { ByteSource } from './byte-source.ts';
import type { Limits } from './limits.ts';

/**
 * Severity of a finding. `critical` and `high`: loading the file may run code, or read or write what it should not; the file is
 * not free of malware. `medium` and below: damage, unusual structure and limits.
 */
export type Severity = 'critical' | 'high' | 'medium' | 'low' | 'info';

/** A place in the artifact: the member path (containers joined by `!`, empty for the file itself) and a byte offset in it. */
export interface ArtifactPosition {
  path: string;
  offset?: number;
}

/** One finding. It never quotes content, only module names, ids, offsets and numbers. */
export interface Finding {
  /** The rule's id, lower snake case, stable: `pickle_unsafe_global`. */
  id: string;
  severity: Severity;
  /** The group of the finding in policies and reports. */
  type: FindingType;
  place: ArtifactPosition;
  /** The global (`module.name`), layer class or operator at fault, bounded by `shortName`. */
  module?: string;
  /** One sentence for people, without content of the file. */
  note: string;
}

export type FindingType =
  /** Loading the file runs code, or reaches a global that can. */
  | 'code_execution'
  /** Loading reads or writes files or the network. */
  | 'file_access'
  /** Loading may use up memory or time. */
  | 'resource'
  /** The file does not follow its format's definition. */
  | 'malformed'
  /** Two readers would read the file differently: a sign of an evasion. */
  | 'ambiguous'
  /** Not inspected: encrypted, unsupported, broken. */
  | 'unchecked'
  /** A limit ended the inspection. */
  | 'limit'
  /** Name and content disagree. */
  | 'mismatch';

/** The inspection result of one file or member. */
export interface Inspection {
  /** Lower-case format name: `pickle`, `zip`, `torch`, `npy`, `safetensors`, `gguf`, `onnx`, `keras`, … */
  format: string;
  /** The structure follows the format's definition. */
  formatValid: boolean;
  /** False if anything could not be checked: broken, encrypted, unsupported, a limit. */
  complete: boolean;
  /** False: something unsafe was found. Undefined: nothing was found, but not everything was checked. */
  malwareFree: boolean | undefined;
  /** Globals outside the allow-list, as `module.name`, in order of appearance, each once. */
  unsafeGlobals: string[];
  findings: Finding[];
}

/** The inspector's input besides the bytes. */
export interface InspectionContext {
  limits: Limits;
  /** Ends the inspection. Check `context.signal.aborted` in every loop whose length depends on the file. */
  signal: AbortSignal;
  /** The name of the file or member, for messages and extension checks. Never trusted as a path. */
  name: string;
  /** The member path of this source, for the place of each finding. */
  path: string;
  /** Number of containers around this source. */
  depth: number;
  /** Extra globals (`module.name`) that the operator allows. */
  allowedGlobals: ReadonlySet<string>;
  /** Inspects content of this source, one level deeper, by its own format. Bounds depth and bytes. */
  inspectInner: (inner: ByteSource, name: string) => Promise<Inspection>;
}

/** One format: recognition and inspection. */
export interface Inspector {
  format: string;
  /** Extensions (lower case, no dot) of this format. Another extension is a `mismatch` finding. */
  extensions: readonly string[];
  /** Recognises the format by its first bytes (up to 4 KiB). The name is a hint between formats without a magic. */
  detect: (head: Uint8Array, file: { name: string; size: number }) => boolean;
  /** Inspects the source. Hostile content becomes findings and never throws; errors of the disk throw. */
  inspect: (source: ByteSource, context: InspectionContext) => Promise<Inspection>;
}

/** True for severities that make a file unsafe. */
export function isUnsafe(severity: Severity): boolean {
  return severity === 'critical' || severity === 'high';
}

/**
 * Makes an inspection. Derives `malwareFree` from the findings and `complete`, so that no inspector can call an unfinished
 * inspection clean.
 */
export function toInspection(parts: {
  format: string;
  formatValid: boolean;
  complete: boolean;
  findings: Finding[];
  unsafeGlobals?: readonly string[];
}): Inspection {
  const unsafe = parts.findings.some((finding) => isUnsafe(finding.severity));
  return {
    format: parts.format,
    formatValid: parts.formatValid,
    complete: parts.complete,
    malwareFree: unsafe ? false : parts.complete ? true : undefined,
    unsafeGlobals: [...new Set(parts.unsafeGlobals ?? [])],
    findings: parts.findings,
  };
}

const maxNameLength = 160;

/** Makes a name from the file safe for a report: printable ASCII, bounded. */
export function shortName(name: string): string {
  const printable = name.replace(/[^\x20-\x7e]/g, '?');
  return printable.length > maxNameLength ? `${printable.slice(0, maxNameLength)}...` : printable;
}
