/** Input and output of one emulated stream. */

import type { DeepContext, FindingList } from '../context.ts';
import type { PickleReader } from './reader.ts';
import type { TextForm, Value } from './values.ts';

/** The end of a stream. */
export type Ending = 'stop' | 'broken' | 'truncated' | 'limit' | 'aborted';

/** A stretch of the source, and the encoding of its bytes if it is text. */
export interface Stretch {
  offset: number;
  length: number;
  form?: TextForm;
}

/** The effects of one stream. */
export interface RunResult {
  ending: Ending;
  /** The loaded value, after STOP. */
  value?: Value;
  opcodes: number;
  /** Something was called, instantiated or built. */
  executed: boolean;
  /** A global outside the allow-list was imported, or a listed one was misused. */
  unsafe: boolean;
  /** A loader refuses the stream although it could be followed to its end. */
  damaged: boolean;
  /** Strings that may be a stream: of protocol 0 or 1, which has no magic, or any stream with escapes. */
  candidates: Stretch[];
  /** True if some candidates were not kept. */
  candidatesCut: boolean;
  /** Bytes made from numbers. */
  made: Uint8Array[];
  /** Bytes that a listed global loads. */
  loaded: Stretch[];
  /** True if `maxProtos` ended it after it had put something on its stack or into its memo. */
  cutByProtos: boolean;
}

export interface RunOptions {
  reader: PickleReader;
  context: DeepContext;
  findings: FindingList;
  unsafeGlobals: Set<string>;
  /** Ends the run after this many opcodes; for looks at data that may not be a pickle. */
  maxOpcodes?: number;
  /** Ends the run after this many misplaced protocol opcodes; each of a row of them is inspected anyway. */
  maxProtos?: number;
  /** Number of streams around this one. */
  nesting?: number;
  /** True if this run is such a look. */
  isShadow?: boolean;
  /** Initial stack, for looks at the other reading of data inside a stream. */
  initial?: { stack: Value[]; marks: number[]; memo: Map<number, Value> };
}

export function createRunResult(): RunResult {
  return {
    ending: 'truncated',
    opcodes: 0,
    executed: false,
    unsafe: false,
    damaged: false,
    candidates: [],
    candidatesCut: false,
    made: [],
    loaded: [],
    cutByProtos: false,
  };
}
