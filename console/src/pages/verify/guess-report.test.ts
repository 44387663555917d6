import { expect, test } from 'vitest';
import { guessReport } from './guess-report.ts';

function bytes(length: number, values: Readonly<Record<number, number>>): Uint8Array {
  const made = new Uint8Array(length);
  for (const [at, value] of Object.entries(values)) made[Number(at)] = value;
  return made;
}
const text = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

test('each binary report is recognised by its head', () => {
  expect(guessReport(bytes(1184, { 0: 3, 52: 1 }))).toBe('snp');
  expect(guessReport(bytes(700, { 0: 4, 2: 2, 4: 0x81 }))).toBe('tdx');
  expect(guessReport(bytes(700, { 0: 3, 2: 2 }))).toBe('sgx');
  expect(guessReport(bytes(60, { 0: 0x84, 1: 0x44 }))).toBe('nitro');
  expect(guessReport(bytes(60, { 0: 0xd2, 1: 0x84, 2: 0x44 }))).toBe('nitro');
});

test('a report as hexadecimal text is recognised too', () => {
  const digits = Buffer.from(bytes(1184, { 0: 2, 52: 1 })).toString('hex');
  expect(guessReport(new TextEncoder().encode(digits))).toBe('snp');
});

test('the devices of a machine are recognised in a list', () => {
  expect(guessReport(text([{ evidence: 'AA', certificate: 'AA' }]))).toBe('nvidia');
  expect(guessReport(text({ evidence_list: [{ evidence: 'AA', certificate: 'AA' }] }))).toBe('nvidia');
});

test('other files are no report', () => {
  expect(guessReport(text({ keys: [] }))).toBeUndefined();
  expect(guessReport(text([]))).toBeUndefined();
  expect(guessReport(bytes(0, {}))).toBeUndefined();
  expect(guessReport(bytes(2000, { 0: 9 }))).toBeUndefined();
  expect(guessReport(new TextEncoder().encode('hello'))).toBeUndefined();
});
