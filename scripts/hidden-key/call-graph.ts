/** Finds the reachable functions of a module, so that the rest can be cut and needs no trust. */
import { type ParsedModule, type Reader, readByte, readList, readU32 } from './wasm-reader.ts';

/** Operands of opcodes (core specification 5.4); opcodes not listed have none. */
const oneNumber = new Set([0x0c, 0x0d, 0x20, 0x21, 0x22, 0x23, 0x24, 0x3f, 0x40, 0x41, 0x42, 0x02, 0x03, 0x04]);
const call = 0x10;
const callIndirect = 0x11;
const branchTable = 0x0e;
const f32Constant = 0x43;
const f64Constant = 0x44;
const prefixed = 0xfc;
const lastPlain = 0xc4;

/** Indices of all functions reachable from these, included. */
export function reachableFunctions(module: ParsedModule, roots: readonly number[]): Set<number> {
  const reached = new Set<number>();
  const waiting = [...roots];
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    if (reached.has(index)) continue;
    reached.add(index);
    const body = module.bodies[index - module.importedFunctions];
    if (body !== undefined) waiting.push(...calledBy(body, module.tableFunctions));
  }
  return reached;
}

/** A call through the table may reach every function in the table. */
function calledBy(body: Uint8Array, tableFunctions: readonly number[]): number[] {
  const reader: Reader = { bytes: body, at: 0 };
  readList(reader, () => [readU32(reader), readByte(reader)]);
  const called: number[] = [];
  while (reader.at < body.length) {
    const opcode = readByte(reader);
    if (opcode === call) called.push(readU32(reader));
    else skipImmediates(opcode, reader);
    if (opcode === callIndirect) called.push(...tableFunctions);
  }
  return called;
}

function skipImmediates(opcode: number, reader: Reader): void {
  if (oneNumber.has(opcode)) skipNumbers(reader, 1);
  else if (opcode === callIndirect || isMemoryAccess(opcode)) skipNumbers(reader, 2);
  else if (opcode === branchTable) skipNumbers(reader, readU32(reader) + 1);
  else if (opcode === f32Constant) reader.at += 4;
  else if (opcode === f64Constant) reader.at += 8;
  else if (opcode === prefixed) skipPrefixed(readU32(reader), reader);
  else if (opcode > lastPlain) throw new Error(`the opcode ${opcode} is not known`);
}

function skipPrefixed(opcode: number, reader: Reader): void {
  if (opcode <= 7) return;
  if (opcode === 10) skipNumbers(reader, 2);
  else if (opcode === 11) skipNumbers(reader, 1);
  else throw new Error(`the opcode 252 ${opcode} is not known`);
}

const isMemoryAccess = (opcode: number): boolean => opcode >= 0x28 && opcode <= 0x3e;

function skipNumbers(reader: Reader, count: number): void {
  for (let left = count; left > 0; left -= 1) readU32(reader);
}
