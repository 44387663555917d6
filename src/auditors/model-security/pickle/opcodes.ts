/** The opcodes of pickle protocols 0 to 5: names and operand formats (CPython's pickletools). */

/** The operand format of an opcode. */
export type OperandKind =
  | 'none'
  | 'u1'
  | 'u2'
  | 'i4'
  | 'u4'
  | 'u8'
  | 'f8'
  | 'line'
  | 'two_lines'
  | 'counted_u1'
  | 'counted_i4'
  | 'counted_u4'
  | 'counted_u8';

export interface Opcode {
  code: number;
  name: string;
  operand: OperandKind;
}

const rows: readonly (readonly [string, string, OperandKind])[] = [
  ['(', 'MARK', 'none'],
  ['.', 'STOP', 'none'],
  ['0', 'POP', 'none'],
  ['1', 'POP_MARK', 'none'],
  ['2', 'DUP', 'none'],
  ['F', 'FLOAT', 'line'],
  ['I', 'INT', 'line'],
  ['J', 'BININT', 'i4'],
  ['K', 'BININT1', 'u1'],
  ['L', 'LONG', 'line'],
  ['M', 'BININT2', 'u2'],
  ['N', 'NONE', 'none'],
  ['P', 'PERSID', 'line'],
  ['Q', 'BINPERSID', 'none'],
  ['R', 'REDUCE', 'none'],
  ['S', 'STRING', 'line'],
  ['T', 'BINSTRING', 'counted_i4'],
  ['U', 'SHORT_BINSTRING', 'counted_u1'],
  ['V', 'UNICODE', 'line'],
  ['X', 'BINUNICODE', 'counted_u4'],
  ['a', 'APPEND', 'none'],
  ['b', 'BUILD', 'none'],
  ['c', 'GLOBAL', 'two_lines'],
  ['d', 'DICT', 'none'],
  ['}', 'EMPTY_DICT', 'none'],
  ['e', 'APPENDS', 'none'],
  ['g', 'GET', 'line'],
  ['h', 'BINGET', 'u1'],
  ['i', 'INST', 'two_lines'],
  ['j', 'LONG_BINGET', 'u4'],
  ['l', 'LIST', 'none'],
  [']', 'EMPTY_LIST', 'none'],
  ['o', 'OBJ', 'none'],
  ['p', 'PUT', 'line'],
  ['q', 'BINPUT', 'u1'],
  ['r', 'LONG_BINPUT', 'u4'],
  ['s', 'SETITEM', 'none'],
  ['t', 'TUPLE', 'none'],
  [')', 'EMPTY_TUPLE', 'none'],
  ['u', 'SETITEMS', 'none'],
  ['G', 'BINFLOAT', 'f8'],
  ['\x80', 'PROTO', 'u1'],
  ['\x81', 'NEWOBJ', 'none'],
  ['\x82', 'EXT1', 'u1'],
  ['\x83', 'EXT2', 'u2'],
  ['\x84', 'EXT4', 'i4'],
  ['\x85', 'TUPLE1', 'none'],
  ['\x86', 'TUPLE2', 'none'],
  ['\x87', 'TUPLE3', 'none'],
  ['\x88', 'NEWTRUE', 'none'],
  ['\x89', 'NEWFALSE', 'none'],
  ['\x8a', 'LONG1', 'counted_u1'],
  ['\x8b', 'LONG4', 'counted_i4'],
  ['B', 'BINBYTES', 'counted_u4'],
  ['C', 'SHORT_BINBYTES', 'counted_u1'],
  ['\x8c', 'SHORT_BINUNICODE', 'counted_u1'],
  ['\x8d', 'BINUNICODE8', 'counted_u8'],
  ['\x8e', 'BINBYTES8', 'counted_u8'],
  ['\x8f', 'EMPTY_SET', 'none'],
  ['\x90', 'ADDITEMS', 'none'],
  ['\x91', 'FROZENSET', 'none'],
  ['\x92', 'NEWOBJ_EX', 'none'],
  ['\x93', 'STACK_GLOBAL', 'none'],
  ['\x94', 'MEMOIZE', 'none'],
  ['\x95', 'FRAME', 'u8'],
  ['\x96', 'BYTEARRAY8', 'counted_u8'],
  ['\x97', 'NEXT_BUFFER', 'none'],
  ['\x98', 'READONLY_BUFFER', 'none'],
];

export const opcodes: readonly Opcode[] = rows.map(([character, name, operand]) => {
  return { code: character.charCodeAt(0), name, operand };
});

export const opcodeTable: readonly (Opcode | undefined)[] = Array.from({ length: 256 }, (_, code) =>
  opcodes.find((opcode) => opcode.code === code),
);
