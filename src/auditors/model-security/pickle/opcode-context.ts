/** The state of one emulated pickle stream, and the stack moves that its opcodes are made of (CPython's `Pdata`). */

import type { MachineFindings } from './machine-findings.ts';
import type { PickleReader } from './reader.ts';
import type { RunResult } from './run.ts';
import type { Value } from './values.ts';

/** An array that joblib's loader reads from the stream behind a BUILD. */
export type PendingArray = { kind: 'objects' } | { kind: 'raw'; bytes: number; padded: boolean };

/** The state. */
export interface OpcodeContext {
  stack: Value[];
  /** Stack heights at the open marks. */
  marks: number[];
  memo: Map<number, Value>;
  allowedGlobals: ReadonlySet<string>;
  /** The stream is a member of an archive. */
  inArchive: boolean;
  reader: PickleReader;
  result: RunResult;
  found: MachineFindings;
  start: number;
  /** Where the frame that was opened last ends. */
  frameEnd: number;
  /** Protocol opcodes inside the stream that may still come. */
  protosLeft: number;
  pendingArray: PendingArray | undefined;
}

/** What an opcode answers: nothing goes on, `stop` ends the stream, `broken` is what a loader refuses. */
export type Answer = 'stop' | 'broken' | undefined;

/** Executes one opcode whose first byte stands at `at`. */
export type Handler = (state: OpcodeContext, at: number) => Answer;

/** The stack height below which the open mark lets nothing be taken. */
export function fence({ marks }: OpcodeContext): number {
  return marks[marks.length - 1] ?? 0;
}

/** Takes the top, unless the open mark is in the way. */
export function pop(state: OpcodeContext): Value | undefined {
  return state.stack.length > fence(state) ? state.stack.pop() : undefined;
}

/** The top, unless the open mark is in the way. */
export function top(state: OpcodeContext): Value | undefined {
  return state.stack.length > fence(state) ? state.stack[state.stack.length - 1] : undefined;
}

/** Closes the last mark and takes everything above it. */
export function popMark(state: OpcodeContext): Value[] | undefined {
  const mark = state.marks.pop();
  return mark === undefined ? undefined : state.stack.splice(mark);
}

/** Makes an opcode that pushes what it makes. */
export function pushing(make: (state: OpcodeContext, at: number) => Value | undefined): Handler {
  return (state, at) => {
    const value = make(state, at);
    if (value === undefined) return 'broken';
    state.stack.push(value);
    return undefined;
  };
}
