/** Input and output of one emulated stream. */

import type { DeepContext, FindingList } from '../context.ts';
import type { PickleReader } from './reader.ts';
import type { TextForm, Value } from './values.ts';

/** How a stream ended. */
export type Ending = 'stop' | 'broken' | 'truncated' | 'limit' | 'aborted';

/** A stretch of the source, and how bytes are written there if it's text. */
export interface Stretch {
  offset: number;
  length: number;
  form?: TextForm;
}

/** What one stream did. */
export interface RunResult {
  ending: Ending;
  /** The loaded value, after STOP. */
  value?: Value;
  opcodes: number;
  /** Something was called, instantiated or built. */
  executed: boolean;
  /** Something outside the allow-list was imported, or something listed was misused. */
  unsafe: boolean;
  /** A loader refuses the stream although it could be followed to its end. */
  damaged: boolean;
  /** Strings that may be a stream: of protocol 0 or 1, which has no magic, or of any one behind escapes. */
  candidates: Stretch[];
  /** There were more of them than are kept. */
  candidatesCut: boolean;
  /** Bytes made of numbers. */
  made: Uint8Array[];
  /** Bytes that a listed global loads. */
  loaded: Stretch[];
  /** It was ended by `maxProtos` after it had put something on its stack or into its memo. */
  cutByProtos: boolean;
}

export interface RunOptions {
  reader: PickleReader;
  context: DeepContext;
  findings: FindingList;
  unsafeGlobals: Set<string>;
  /** Ends the run after so many opcodes: for looks at data that may be no pickle at all. */
  maxOpcodes?: number;
  /** Ends the run after so many misplaced protocol opcodes: where they stand in a row, each is looked at anyway. */
  maxProtos?: number;
  /** Streams around this one. */
  nesting?: number;
  /** This run is such a look itself. */
  isShadow?: boolean;
  /** A stack to begin with: for looks at the other reading of data inside a stream. */
  initial?: { stack: Value[]; marks: number[]; memo: Map<number, Value> };
}

/** An empty result. */
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
