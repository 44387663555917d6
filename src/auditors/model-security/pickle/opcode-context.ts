/** The state of one emulated pickle stream, and the stack operations of its opcodes (CPython's `Pdata`). */

import type { MachineFindings } from './machine-findings.ts';
import type { PickleReader } from './reader.ts';
import type { RunResult } from './run.ts';
import type { Value } from './values.ts';

export type PendingArray = { kind: 'objects' } | { kind: 'raw'; bytes: number; padded: boolean };

export interface OpcodeContext {
  stack: Value[];
  /** Stack heights at the open marks. */
  marks: number[];
  memo: Map<number, Value>;
  allowedGlobals: ReadonlySet<string>;
  /** True if the stream is a member of an archive. */
  inArchive: boolean;
  reader: PickleReader;
  result: RunResult;
  found: MachineFindings;
  start: number;
  /** End of the last opened frame. */
  frameEnd: number;
  /** Number of protocol opcodes still allowed inside the stream. */
  protosLeft: number;
  pendingArray: PendingArray | undefined;
}

/** Result of an opcode. Undefined continues, `stop` ends the stream, `broken` is refused by loaders. */
export type Answer = 'stop' | 'broken' | undefined;

/** Executes one opcode whose first byte is at `at`. */
export type Handler = (state: OpcodeContext, at: number) => Answer;

/** Gives the stack height that the open mark protects. */
export function fence({ marks }: OpcodeContext): number {
  return marks[marks.length - 1] ?? 0;
}

/** Takes the top of the stack, unless the open mark protects it. */
export function pop(state: OpcodeContext): Value | undefined {
  return state.stack.length > fence(state) ? state.stack.pop() : undefined;
}

/** Reads the top of the stack, unless the open mark protects it. */
export function top(state: OpcodeContext): Value | undefined {
  return state.stack.length > fence(state) ? state.stack[state.stack.length - 1] : undefined;
}

/** Closes the last mark and takes everything above it. */
export function popMark(state: OpcodeContext): Value[] | undefined {
  const mark = state.marks.pop();
  return mark === undefined ? undefined : state.stack.splice(mark);
}

/** Makes an opcode that pushes the result of `make`. */
export function pushing(make: (state: OpcodeContext, at: number) => Value | undefined): Handler {
  return (state, at) => {
    const value = make(state, at);
    if (value === undefined) return 'broken';
    state.stack.push(value);
    return undefined;
  };
}
