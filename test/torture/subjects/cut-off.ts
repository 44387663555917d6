/** The rules by which other bytes are the same report still, each told by its content. */
import { isRecord } from '@assay/sdk/contract';
import { cutReport } from '../../../src/proof/reports/nvidia/report.ts';

/** Bytes after a TDX quote are cut off if they are zeros, or the marked tail. */
export function findTailRule(sound: Uint8Array, changed: Uint8Array): string | undefined {
  const end = quoteEnd(sound);
  const isSame = changed.length >= end && isBeginning(sound, changed, end);
  return isSame && changed.subarray(end).every((byte) => byte === 0) ? 'zeros behind the end of a quote' : undefined;
}

/** A quote states its own end. */
function quoteEnd(quote: Uint8Array): number {
  const view = new DataView(quote.buffer, quote.byteOffset, quote.byteLength);
  const version = view.getUint16(0, true);
  const isTdx = view.getUint32(4, true) !== 0;
  const bodyEnd = version === 5 ? 48 + 6 + view.getUint32(50, true) : 48 + (isTdx ? 584 : 384);
  return bodyEnd + 4 + view.getUint32(bodyEnd, true);
}

/** The same rule for the bytes that drivers append to a GPU's report. */
export function findCutRule(sound: Uint8Array, changed: Uint8Array): string | undefined {
  const own = cutReport(sound)?.length ?? sound.length;
  const isSame = changed.length >= own && isBeginning(sound, changed, own);
  return isSame ? 'up to 16 bytes behind a GPU report' : undefined;
}

function isBeginning(sound: Uint8Array, changed: Uint8Array, length: number): boolean {
  return Buffer.compare(sound.subarray(0, length), changed.subarray(0, length)) === 0;
}

/** Offsets in the HCL report: the TD report starts at 0x20, its MAC at 224 of that. */
const macStart = 0x20 + 224;
const macEnd = macStart + 32;

/** Allowed changes in evidence that is a JSON document: white space, the one MAC that only a processor can check, a tail. */
export function findSpellingRule(sound: Uint8Array): (changed: Uint8Array) => string | undefined {
  const meaning = readMeaning(sound);
  const rules: readonly (readonly [rule: string, cut: (evidence: unknown) => unknown])[] = [
    ['white space between the tokens of a JSON document', (evidence) => evidence],
    ['MAC of a TD report, for its own processor only', cutMac],
    ['zeros behind the end of a quote', cutTail],
  ];
  return (changed) => {
    const other = readMeaning(changed);
    if (other === undefined) return undefined;
    return rules.find(([, cut]) => JSON.stringify(cut(other)) === JSON.stringify(cut(meaning)))?.[0];
  };
}

function readMeaning(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function cutMac(evidence: unknown): unknown {
  return changeBytes(evidence, 'hcl_report', (bytes) => bytes.toSpliced(macStart, macEnd - macStart));
}

function cutTail(evidence: unknown): unknown {
  return changeBytes(evidence, 'td_quote', (bytes) => bytes.slice(0, bytes.findLastIndex((byte) => byte !== 0) + 1));
}

/** Only for evidence of a TD; its bytes are a list of numbers or base64url. */
function changeBytes(evidence: unknown, member: string, change: (bytes: unknown[]) => unknown[]): unknown {
  if (!isRecord(evidence) || evidence['td_quote'] === undefined) return evidence;
  const value = evidence[member];
  const bytes: unknown = typeof value === 'string' ? [...Buffer.from(value, 'base64url')] : value;
  return Array.isArray(bytes) ? { ...evidence, [member]: change(bytes) } : evidence;
}
