/** Collects the problems of a graph as a bounded list of pointers. */
import type { ErrorPointer } from '../../../../platform/errors.ts';

/** `pointer` starts at the record (`/graph/nodes/3/config/phase`). */
export type Problem = ErrorPointer;

/** Nobody reads more problems than this. */
export const maxProblems = 100;

export interface Problems {
  add(pointer: string, message: string): void;
  readonly list: readonly Problem[];
}

export function createProblems(): Problems {
  const list: Problem[] = [];
  return {
    list,
    add(pointer, message) {
      if (list.length < maxProblems) list.push({ pointer, message });
    },
  };
}

/** Encodes one step of a JSON pointer (RFC 6901). */
export function toToken(name: string | number): string {
  return `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

export const nodeAt = (index: number): string => `/graph/nodes/${index}`;
export const edgeAt = (index: number): string => `/graph/edges/${index}`;

/** True for a JSON pointer (RFC 6901): empty, or names after slashes. */
export function isPointer(text: string): boolean {
  return /^(?:\/(?:[^~/]|~[01])*)*$/.test(text);
}
