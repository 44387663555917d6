/**
 * The result of inspecting a model file, as plain data. The inspector of every format returns it; the auditor, the
 * scan report and SARIF are made from it.
 */

import type { ByteSource } from './byte-source.ts';
import type { Limits } from './limits.ts';

/**
 * How bad a finding is. `critical` and `high` mean that loading the file may run code or read or write what it should
 * not: the file isn't free of malware. `medium` and below describe damage, oddities and limits.
 */
export type Severity = 'critical' | 'high' | 'medium' | 'low' | 'info';

/** Where in the artifact: the member path (containers joined by `!`, empty for the file itself) and a byte offset in it. */
export interface Place {
  path: string;
  offset?: number;
}

/** One thing that was found. It never quotes content: names of modules, ids, offsets and numbers only. */
export interface Finding {
  /** The rule's id, lower snake case, stable: `pickle_unsafe_global`. */
  id: string;
  severity: Severity;
  /** The kind of thing: what a policy or a report groups by. */
  type: FindingType;
  place: Place;
  /** The global (`module.name`), layer class or operator that it is about, bounded by `shortName`. */
  module?: string;
  /** One sentence for people, without content of the file. */
  note: string;
}

/** Kinds of findings. */
export type FindingType =
  /** Code that runs when the file is loaded, or a global through which it can. */
  | 'code_execution'
  /** Loading reads or writes files or the network. */
  | 'file_access'
  /** Loading may use up memory or time. */
  | 'resource'
  /** The file isn't what its format's definition asks for. */
  | 'malformed'
  /** Two readers of this file would see different things: the mark of an evasion. */
  | 'ambiguous'
  /** It couldn't be looked at: encrypted, unsupported, broken. */
  | 'unchecked'
  /** A limit ended the look. */
  | 'limit'
  /** Name and content disagree. */
  | 'mismatch';

/** What one file or member was found to be. */
export interface Inspection {
  /** Lower-case format name: `pickle`, `zip`, `torch`, `npy`, `safetensors`, `gguf`, `onnx`, `keras`, … */
  format: string;
  /** The structure is as its format's definition asks. */
  formatValid: boolean;
  /** False when anything could not be checked: broken, encrypted, unsupported, a limit. */
  complete: boolean;
  /** False: something unsafe was found. Undefined: nothing found, but not everything could be looked at. */
  malwareFree: boolean | undefined;
  /** Globals outside the allow-list, as `module.name`, in order of sight, each once. */
  unsafeGlobals: string[];
  findings: Finding[];
}

/** What an inspector gets besides the bytes. */
export interface InspectionContext {
  limits: Limits;
  /** Ends the inspection: check it in every loop that depends on the file (`context.signal.aborted`). */
  signal: AbortSignal;
  /** The name of the file or member, for messages and extension checks. Never trusted as a path. */
  name: string;
  /** The member path of this source: put it into each finding's place. */
  path: string;
  /** Containers around this source. */
  depth: number;
  /** Extra globals (`module.name`) that the operator allows. */
  allowedGlobals: ReadonlySet<string>;
  /** Inspects something inside this source, one level deeper, by its own format; depth and bytes are bounded there. */
  inspectInner: (inner: ByteSource, name: string) => Promise<Inspection>;
}

/** One format: how it is recognised by its bytes and how it is checked. */
export interface Inspector {
  /** The format's name. */
  format: string;
  /** Extensions (lower case, no dot) that files of this format carry; another one is a `mismatch` finding. */
  extensions: readonly string[];
  /** Recognises the format by its first bytes (up to 4 KiB). The name is a hint between formats without a magic. */
  detect: (head: Uint8Array, file: { name: string; size: number }) => boolean;
  /** Checks it. Hostile content never throws: it becomes findings. Errors of the disk do throw. */
  inspect: (source: ByteSource, context: InspectionContext) => Promise<Inspection>;
}

/** Severities by which a file isn't free of malware. */
export function isUnsafe(severity: Severity): boolean {
  return severity === 'critical' || severity === 'high';
}

/**
 * Makes an inspection from its parts. What is malware free follows from the findings and from `complete`, so that no
 * inspector can call an unfinished look clean.
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

/** Makes a name from the file fit for a report: printable ASCII, bounded. */
export function shortName(name: string): string {
  const printable = name.replace(/[^\x20-\x7e]/g, '?');
  return printable.length > maxNameLength ? `${printable.slice(0, maxNameLength)}...` : printable;
}
