/**
 * The effect of each opcode on the emulated state: constants, stack, memo and containers. Imports and calls:
 * `call-opcodes.ts`.
 */

import { callHandlers } from './call-opcodes.ts';
import { type Handler, type OpcodeContext, pop, popMark, pushing, top } from './opcode-context.ts';
import { opcodes } from './opcodes.ts';
import type { Operand } from './reader.ts';
import { decodeDecimal, decodeQuoted, decodeRawUnicode, decodeUtf8 } from './text.ts';
import {
  addItems,
  atom,
  createItems,
  type DictValue,
  type ItemsValue,
  noneValue,
  setEntry,
  type TextForm,
  type TextValue,
  type Value,
  weightOf,
} from './values.ts';

const pushAtom: Handler = pushing(() => atom);
const pushInt: Handler = pushing(({ reader }) => ({ kind: 'int', value: reader.operand.number }));
const pushBytes: Handler = pushing(({ reader: { operand } }) => {
  return { kind: 'bytes', offset: operand.offset, length: operand.number };
});
const pushText: Handler = pushing(({ reader: { operand } }) => {
  return toText(operand, 'utf8', operand.bytes === undefined ? undefined : decodeUtf8(operand.bytes));
});

/** Pushes a line of digits, or of a boolean (`I01`). */
const pushDecimal: Handler = pushing(({ reader: { operand } }) => {
  const value = decodeDecimal(operand.bytes ?? new Uint8Array(0));
  return value === undefined ? atom : { kind: 'int', value };
});

/** LONG1 and LONG4: little-endian, two's complement. Follows only numbers that may be a shape. */
const pushLong: Handler = pushing(({ reader: { operand } }) => {
  if (operand.bytes === undefined || operand.number > 6) return atom;
  let value = 0;
  for (const [index, byte] of operand.bytes.entries()) value += byte * 256 ** index;
  const isNegative = ((operand.bytes.at(-1) ?? 0) & 0x80) !== 0;
  return { kind: 'int', value: isNegative ? value - 256 ** operand.number : value };
});

function get(key: (state: OpcodeContext) => number | undefined): Handler {
  return pushing((state) => {
    const index = key(state);
    return index === undefined ? undefined : state.memo.get(index);
  });
}

function put(key: (state: OpcodeContext) => number | undefined): Handler {
  return (state) => {
    const value = top(state);
    const index = key(state);
    if (value === undefined || index === undefined || index < 0) return 'broken';
    state.memo.set(index, value);
    return undefined;
  };
}

const lineKey = ({ reader }: OpcodeContext): number | undefined => {
  return decodeDecimal(reader.operand.bytes ?? new Uint8Array(0));
};
const binaryKey = ({ reader }: OpcodeContext): number => reader.operand.number;

function tupleOf(count: 1 | 2 | 3): Handler {
  return pushing((state) => {
    const values: Value[] = [];
    for (let index = 0; index < count; index += 1) {
      const value = pop(state);
      if (value === undefined) return undefined;
      values.unshift(value);
    }
    return createItems('tuple', values);
  });
}

function collection(type: ItemsValue['type']): Handler {
  return pushing((state, at) => {
    const values = popMark(state);
    if (values === undefined) return undefined;
    const made = createItems(type, values);
    if (type === 'frozenset') checkHash(state, values, at);
    return made;
  });
}

const dictOfMark: Handler = pushing((state, at) => {
  const values = popMark(state);
  if (values === undefined || values.length % 2 === 1) return undefined;
  const made: DictValue = { kind: 'dict', entries: new Map() };
  return setEntries(state, made, values, at) === 'broken' ? undefined : made;
});

/** `target.append(value)` or `.extend(values)`. */
function append(state: OpcodeContext, values: readonly Value[], at: number): 'broken' | undefined {
  const target = top(state);
  if (target === undefined) return 'broken';
  if (target.kind === 'items') addItems(target, values);
  else if (target.kind === 'global') state.found.methodOnGlobal(target.id, at);
  return undefined;
}

/** `target[key] = value` for each pair. */
function setEntries(
  state: OpcodeContext,
  target: Value | undefined,
  values: readonly Value[],
  at: number,
): 'broken' | undefined {
  if (target === undefined || values.length % 2 === 1) return 'broken';
  if (target.kind === 'global') state.found.methodOnGlobal(target.id, at);
  for (let index = 0; index < values.length; index += 2) {
    const [key, value] = [values[index], values[index + 1]];
    if (key === undefined || value === undefined) return 'broken';
    checkHash(state, [key], at);
    if (target.kind === 'dict' || target.kind === 'object') setEntry(target, key, value);
  }
  return undefined;
}

/** Hashing visits a part of an immutable structure once per path to it, so doubling by the memo makes it endless. */
const maxHashedValues = 50_000_000;

function checkHash(state: OpcodeContext, values: readonly Value[], at: number): void {
  for (const value of values) if (weightOf(value) > maxHashedValues) state.found.hashBomb(at);
}

function toText({ offset, number }: Operand, form: TextForm, text: string | undefined): TextValue {
  if (text === undefined) return { kind: 'text', offset, length: number, form };
  return { kind: 'text', text, offset, length: number, form };
}

const handlers: Readonly<Record<string, Handler>> = {
  ...callHandlers,
  MARK(state) {
    state.marks.push(state.stack.length);
    return undefined;
  },
  STOP(state) {
    const value = pop(state);
    if (value === undefined) return 'broken';
    state.result.value = value;
    return 'stop';
  },
  POP(state) {
    if (state.marks.at(-1) === state.stack.length) state.marks.pop();
    else if (pop(state) === undefined) return 'broken';
    return undefined;
  },
  POP_MARK: (state) => (popMark(state) === undefined ? 'broken' : undefined),
  DUP: pushing(top),
  FLOAT: pushAtom,
  INT: pushDecimal,
  BININT: pushInt,
  BININT1: pushInt,
  LONG: pushDecimal,
  BININT2: pushInt,
  NONE: pushing(() => noneValue),
  STRING: pushing(({ reader: { operand } }) => {
    if (operand.bytes === undefined) return toText(operand, 'quoted', undefined);
    const text = decodeQuoted(operand.bytes);
    return text === undefined ? undefined : toText(operand, 'quoted', text.length > 256 ? undefined : text);
  }),
  BINSTRING: pushText,
  SHORT_BINSTRING: pushText,
  UNICODE: pushing(({ reader: { operand } }) => {
    const { bytes } = operand;
    const isLong = bytes === undefined || bytes.length > 2560;
    return toText(operand, 'escaped', isLong ? undefined : decodeRawUnicode(bytes));
  }),
  BINUNICODE: pushText,
  APPEND(state, at) {
    const value = pop(state);
    return value === undefined ? 'broken' : append(state, [value], at);
  },
  DICT: dictOfMark,
  EMPTY_DICT: pushing(() => ({ kind: 'dict', entries: new Map() })),
  APPENDS(state, at) {
    const values = popMark(state);
    return values === undefined ? 'broken' : append(state, values, at);
  },
  GET: get(lineKey),
  BINGET: get(binaryKey),
  LONG_BINGET: get(binaryKey),
  LIST: collection('list'),
  EMPTY_LIST: pushing(() => createItems('list', [])),
  PUT: put(lineKey),
  BINPUT: put(binaryKey),
  LONG_BINPUT: put(binaryKey),
  SETITEM(state, at) {
    const [value, key] = [pop(state), pop(state)];
    if (value === undefined || key === undefined) return 'broken';
    return setEntries(state, top(state), [key, value], at);
  },
  TUPLE: collection('tuple'),
  EMPTY_TUPLE: pushing(() => createItems('tuple', [])),
  SETITEMS(state, at) {
    const values = popMark(state);
    return values === undefined ? 'broken' : setEntries(state, top(state), values, at);
  },
  BINFLOAT: pushAtom,
  PROTO(state, at) {
    const version = state.reader.operand.number;
    if (version > 5) return 'broken';
    if (at === state.start) return undefined;
    state.protosLeft -= 1;
    if (state.protosLeft < 0) {
      state.result.cutByProtos = state.stack.length > 0 || state.memo.size > 0;
      return 'broken';
    }
    state.found.suspicion('pickle_misplaced_proto', 'A protocol opcode inside the stream.', at);
    return undefined;
  },
  TUPLE1: tupleOf(1),
  TUPLE2: tupleOf(2),
  TUPLE3: tupleOf(3),
  NEWTRUE: pushAtom,
  NEWFALSE: pushAtom,
  LONG1: pushLong,
  LONG4: pushLong,
  BINBYTES: pushBytes,
  SHORT_BINBYTES: pushBytes,
  SHORT_BINUNICODE: pushText,
  BINUNICODE8: pushText,
  BINBYTES8: pushBytes,
  EMPTY_SET: pushing(() => createItems('set', [])),
  ADDITEMS(state, at) {
    const values = popMark(state);
    if (values === undefined) return 'broken';
    checkHash(state, values, at);
    return append(state, values, at);
  },
  FROZENSET: collection('frozenset'),
  MEMOIZE(state) {
    const value = top(state);
    if (value === undefined) return 'broken';
    state.memo.set(state.memo.size, value);
    return undefined;
  },
  FRAME(state, at) {
    const { reader, found } = state;
    // CPython refuses a frame that exceeds the file; its content is inspected all the same.
    if (reader.operand.number > reader.remaining()) {
      found.suspicion('pickle_frame_too_long', 'A frame is longer than the file.', at);
      state.result.damaged = true;
    }
    if (at < state.frameEnd) {
      found.suspicion('pickle_frame_crossed', 'A frame begins inside another one: loaders differ there.', at);
      state.result.damaged = true;
    }
    state.frameEnd = reader.position() + reader.operand.number;
    return undefined;
  },
  BYTEARRAY8: pushBytes,
  NEXT_BUFFER: pushAtom,
  READONLY_BUFFER: (state) => (top(state) === undefined ? 'broken' : undefined),
};

export const opcodeHandlers: readonly (Handler | undefined)[] = Array.from({ length: 256 }, (_, code) => {
  const opcode = opcodes.find((candidate) => candidate.code === code);
  if (opcode === undefined) return undefined;
  const handler = handlers[opcode.name];
  if (handler === undefined) throw new Error(`no handler for ${opcode.name}`);
  return handler;
});
