/**
 * Emulates a pickle loader over abstract values: every opcode of protocols 0 to 5 with its stack, marks and memo, as CPython's
 * `_pickle` executes them, so that imports, calls and assignments are found in any form. Nothing is imported or executed.
 */

import { yieldToEvents } from '../context.ts';
import { toMachineFindings } from './machine-findings.ts';
import type { OpcodeContext } from './opcode-context.ts';
import { opcodeHandlers } from './opcode-handlers.ts';
import { opcodeTable } from './opcodes.ts';
import { createRunResult, type Ending, type RunOptions, type RunResult } from './run.ts';
import { shadowRun } from './shadow-run.ts';
import { addCandidates, keepCandidate } from './stream-candidates.ts';

const yieldEvery = 0xffff;
const maxNesting = 32;

/** Runs one stream from the reader's position to its end and leaves the reader after the last byte read. */
export async function runPickle(options: RunOptions): Promise<RunResult> {
  const { reader, context } = options;
  const result = createRunResult();
  const state: OpcodeContext = {
    stack: options.initial?.stack ?? [],
    marks: options.initial?.marks ?? [],
    memo: options.initial?.memo ?? new Map(),
    allowedGlobals: context.allowedGlobals,
    inArchive: context.depth > 0,
    reader,
    result,
    found: toMachineFindings(options, result),
    start: reader.position(),
    frameEnd: 0,
    protosLeft: options.maxProtos ?? Number.POSITIVE_INFINITY,
    pendingArray: undefined,
  };
  for (;;) {
    if (reader.buffered() < windowBytes && reader.remaining() > reader.buffered()) await reader.load(windowBytes);
    const outcome = step(state);
    if (outcome === 'more') {
      const had = reader.buffered();
      await reader.load(had * 2 + 1024);
      if (reader.buffered() <= had) throw new Error('an operand asks for more than the source has');
      continue;
    }
    const array = state.pendingArray === undefined ? undefined : await readArray(state, options);
    const ending = outcome ?? array ?? limitReached(state, options);
    if (ending !== undefined) {
      // Loaders have read the whole frame, so the next stream begins after the frame, not after STOP.
      if (ending === 'stop' && reader.position() < state.frameEnd) noteCrossing(state, reader.position());
      result.ending = ending;
      return result;
    }
    if ((result.opcodes & yieldEvery) === 0) await yieldToEvents();
  }
}

function limitReached({ stack, memo, result }: OpcodeContext, { context, maxOpcodes }: RunOptions): Ending | undefined {
  result.opcodes += 1;
  context.budget.opcodes += 1;
  if (context.budget.opcodes >= context.limits.maxOpcodes) return 'limit';
  if (stack.length > context.limits.maxStack || memo.size > context.limits.maxStack) return 'limit';
  if (maxOpcodes !== undefined && result.opcodes >= maxOpcodes) return 'limit';
  return (result.opcodes & 0x3ff) === 0 && context.signal.aborted ? 'aborted' : undefined;
}

/** The smallest window that fits every operand of fixed size. */
const windowBytes = 64;

/** Executes one opcode. `more`: its operand is not in the window yet, and the state is unchanged. */
function step(state: OpcodeContext): Ending | 'more' | undefined {
  const { reader, result } = state;
  if (reader.remaining() <= 0) return 'truncated';
  const at = reader.position();
  const opcode = opcodeTable[reader.take()];
  const handler = opcode === undefined ? undefined : opcodeHandlers[opcode.code];
  if (opcode === undefined || handler === undefined) {
    reader.seek(at);
    return 'broken';
  }
  if (opcode.operand !== 'none') {
    const read = reader.read(opcode.operand);
    if (read !== 'ok') reader.seek(at);
    if (read === 'more') return 'more';
    if (read !== 'ok') return read === 'end' ? 'truncated' : 'broken';
    keepCandidate(result, reader, opcode);
  }
  if (at < state.frameEnd && reader.position() > state.frameEnd) noteCrossing(state, at);
  const answer = handler(state, at);
  if (answer === 'broken') reader.seek(at);
  return answer;
}

/** Python's loader refuses an opcode that crosses the end of its frame; the C loader may drop a part of a line there. */
function noteCrossing(state: OpcodeContext, at: number): void {
  state.frameEnd = 0;
  state.result.damaged = true;
  state.found.suspicion('pickle_frame_crossed', 'An opcode crosses the end of its frame: loaders differ there.', at);
}

/** joblib writes an array after the opcode that builds its wrapper: raw data, or a stream for objects. */
async function readArray(state: OpcodeContext, options: RunOptions): Promise<Ending | undefined> {
  const array = state.pendingArray;
  state.pendingArray = undefined;
  const { reader, result } = state;
  const nesting = options.nesting ?? 0;
  if (array === undefined) return undefined;
  // A plain loader reads the same bytes as opcodes of this stream.
  const other = options.isShadow === true ? undefined : await shadowRun(state, array, options, runPickle);
  if (other === 'unsafe') result.unsafe = true;
  if (other === 'unfinished') result.damaged = true;
  if (array.kind === 'objects') {
    if (nesting >= maxNesting) return 'limit';
    const { initial: _initial, ...rest } = options;
    const inner = await runPickle({ ...rest, nesting: nesting + 1 });
    result.executed ||= inner.executed;
    result.unsafe ||= inner.unsafe;
    result.damaged ||= inner.damaged;
    addCandidates(result, inner);
    return inner.ending === 'stop' ? undefined : inner.ending;
  }
  let length = array.bytes;
  if (array.padded) {
    if (reader.buffered() < 1) await reader.load(windowBytes);
    if (reader.remaining() < 1) return 'truncated';
    length += reader.take();
  }
  if (length > reader.remaining()) return 'truncated';
  reader.skip(length);
  return undefined;
}
