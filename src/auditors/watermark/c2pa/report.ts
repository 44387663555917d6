/** Results of a validation: status codes of C2PA with their manifest and kind of box. */
import type { FailureCode } from './manifest-error.ts';

/** A status; `at` is a label of the standard, never one from the file. */
export interface Status<Code extends string = string> {
  readonly code: Code;
  /** Position in the store, from 1. */
  readonly manifest: number;
  readonly at?: string;
}

/** Not checked here; content that depends on it is not called valid. */
export type Unchecked = 'binding_kind' | 'file_structure' | 'redacted_ingredient' | 'several_stores';

export interface Report {
  readonly success: Status[];
  readonly failures: Status<FailureCode>[];
  readonly informational: Status[];
  readonly unchecked: { readonly what: Unchecked; readonly manifest: number }[];
}

export function createReport(): Report {
  return { success: [], failures: [], informational: [], unchecked: [] };
}

/** Labels that may be shown; any other could carry text of the file's author into a claim. */
const shown = new Set([
  ...['c2pa.hash.data', 'c2pa.hash.boxes', 'c2pa.hash.bmff', 'c2pa.hash.bmff.v2', 'c2pa.hash.bmff.v3'],
  ...['c2pa.hash.collection.data', 'c2pa.hash.multi-asset', 'c2pa.actions', 'c2pa.actions.v2', 'c2pa.ingredient'],
  ...['c2pa.ingredient.v2', 'c2pa.ingredient.v3', 'c2pa.metadata', 'c2pa.soft-binding', 'c2pa.cloud-data'],
  ...['c2pa.time-stamp', 'c2pa.claim', 'c2pa.claim.v2', 'c2pa.signature', 'c2pa.assertions'],
]);

/** The place of a status, if its label is standard. */
export function showLabel(kind: string): { at?: string } {
  return shown.has(kind) ? { at: kind } : {};
}

/** True without failures and unchecked parts. */
export function isClean({ failures, unchecked }: Report): boolean {
  return failures.length === 0 && unchecked.length === 0;
}
