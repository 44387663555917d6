/** Collects the findings of one check, step by step. */
import type { ChainProblem } from '@assay/sdk/x509';
import type { ReportInput } from './input.ts';
import type { ReportFinding, ReportReason } from './verdict.ts';

export interface Findings {
  add(code: ReportReason, step: number, message: string): void;
  addChain(problems: readonly ChainProblem[], step: number): void;
  /** Notes in words what was not proven. */
  note(text: string): void;
  has(...codes: readonly ReportReason[]): boolean;
  readonly list: readonly ReportFinding[];
  readonly notes: readonly string[];
}

/** Starts an empty collection. */
export function createFindings(): Findings {
  const list: ReportFinding[] = [];
  const notes: string[] = [];
  return {
    list,
    notes,
    add: (code, step, message) => list.push({ code, step, message }),
    addChain: (problems, step) => list.push(...problems.map(({ code, message }) => ({ code, step, message }))),
    note: (text) => notes.push(text),
    has: (...codes) => list.some(({ code }) => codes.includes(code)),
  };
}

/**
 * Compares 64 bytes of user data with the expected ones. A shorter challenge is followed by zeros. Constant time is
 * not needed: both sides are public.
 */
export function checkReportData(carried: Uint8Array, input: ReportInput, findings: Findings, step: number): void {
  const { nonce, reportData, policy } = input;
  if (reportData !== undefined && !isEqual(carried, reportData)) {
    findings.add('report_data_mismatch', step, 'the user data of the report is not the expected one');
  }
  if (policy.report_data !== undefined && !isEqual(carried, fromHex(policy.report_data))) {
    findings.add('report_data_mismatch', step, 'the user data of the report is not the one that the policy requires');
  }
  if (nonce !== undefined && !isPadded(carried, nonce)) {
    findings.add('nonce_mismatch', step, 'the user data of the report is not the nonce');
    findings.add('report_data_mismatch', step, 'the user data of the report is not the nonce');
  }
}

/** Compares registers with the reference values of the policy. True when at least one was compared and none differs. */
export function checkMeasurements(
  registers: Readonly<Record<string, string>>,
  { policy }: ReportInput,
  findings: Findings,
  step: number,
): boolean {
  const references = Object.entries(policy.measurements ?? {});
  for (const [name, allowed] of references) {
    const value = Object.hasOwn(registers, name) ? registers[name] : undefined;
    if (value === undefined) {
      findings.add(
        'measurement',
        step,
        `the policy names the register ${name}, which this kind of report does not have`,
      );
    } else if (!allowed.some((candidate) => candidate.toLowerCase() === value)) {
      findings.add('measurement', step, `${name} is not one of its reference values`);
    }
  }
  if (references.length === 0) findings.note('no reference values: which code runs was not appraised');
  return references.length > 0 && !findings.has('measurement');
}

/** True for the same bytes. */
export function isEqual(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

function isPadded(carried: Uint8Array, nonce: Uint8Array): boolean {
  if (nonce.length === 0 || nonce.length > carried.length) return false;
  return (
    isEqual(carried.subarray(0, nonce.length), nonce) && carried.subarray(nonce.length).every((byte) => byte === 0)
  );
}

function fromHex(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
