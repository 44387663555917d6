/** The shared context of containers and pickles during one file's inspection: the limits used so far. */

import type { ByteSource } from './byte-source.ts';
import { type Finding, type Inspection, type InspectionContext, type Inspector, isUnsafe } from './finding.ts';

/** Work done for one file, all its members together. */
export interface Budget {
  opcodes: number;
  members: number;
  unpackedBytes: number;
  /** Candidate streams tried inside other data. */
  embeddedTries: number;
  /** Bytes decoded from text. */
  writtenBytes: number;
}

/** The context of inspectors that inspect nested content. */
export interface DeepContext extends InspectionContext {
  budget: Budget;
}

/** An inspector that may spend the file's budget. Every plain inspector is one. */
export interface DeepInspector extends Omit<Inspector, 'inspect'> {
  inspect: (source: ByteSource, context: DeepContext) => Promise<Inspection>;
}

export function createBudget(): Budget {
  return { opcodes: 0, members: 0, unpackedBytes: 0, embeddedTries: 0, writtenBytes: 0 };
}

/**
 * The findings of one inspection, bounded. Unsafe findings have room of their own, so that a flood of others cannot hide them.
 */
export interface FindingList {
  add: (finding: Finding) => void;
  list: () => Finding[];
}

/** Makes a list of findings that keeps one of equal findings for each path. */
export function createFindingList(maxFindings: number): FindingList {
  const known = new Set<string>();
  const unsafe: Finding[] = [];
  const others: Finding[] = [];
  return {
    add(finding) {
      const target = isUnsafe(finding.severity) ? unsafe : others;
      if (target.length >= maxFindings) return;
      const key = `${finding.id}\0${finding.module ?? ''}\0${finding.place.path}`;
      if (known.has(key)) return;
      known.add(key);
      target.push(finding);
    },
    list: () => [...unsafe, ...others],
  };
}

/** The path of a member inside a path. */
export function joinPath(path: string, member: string): string {
  return path === '' ? member : `${path}!${member}`;
}

/** Lets timers and signals run; otherwise a long inspection of a buffer would never meet its deadline. */
export function yieldToEvents(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
