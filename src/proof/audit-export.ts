/**
 * Checks an exported audit log without any service: the chain from its first entry to its last, and the final
 * checkpoint, which reveals a truncated end. Memory does not grow with the export.
 */
import { isRecord } from '@assay/sdk/contract';
import type { ProofCrypto } from '@assay/sdk/crypto';
import { Type } from 'typebox';
import {
  type AuditCheckpoint,
  AuditCheckpointSchema,
  type AuditEntry,
  AuditEntrySchema,
  type AuditHead,
  auditCheckpointType,
  firstPrevHash,
} from '../contract/audit-log.ts';
import { type BrokenLink, findBrokenLink, findChangedEntry } from './audit-log.ts';
import { parseStrictJson } from './json.ts';
import { parseJws, parsePayload } from './jws.ts';
import { createShape } from './shape.ts';
import { type Refusal, refuse } from './verdict.ts';
import type { VerifierKey } from './verifier-key.ts';
import { findSignatureProblem } from './verifier-signature.ts';

export interface AuditExportCheck {
  /** Keys of verifiers that the caller trusts. */
  readonly keys: readonly VerifierKey[];
  readonly crypto: ProofCrypto;
  /** A filtered export: entries are missing in between, and there is no checkpoint. */
  readonly isPartial?: boolean;
  /** A head known from earlier, which the log must still contain. */
  readonly known?: AuditHead | undefined;
  readonly onProgress?: (entries: number) => void;
}

/** Result of the check of an export. */
export interface AuditExportReport {
  /** True if everything requested holds. */
  readonly ok: boolean;
  readonly org_id: string | null;
  readonly entries: number;
  readonly first_seq: number | null;
  /** The last valid entry. */
  readonly head: AuditHead | null;
  readonly broken: BrokenLink | null;
  /** The signed checkpoint of the end; null when it was not reached or is not valid. */
  readonly checkpoint: AuditCheckpoint | null;
  /** Whether the known head is in it; null if none was given. */
  readonly contains_known: boolean | null;
  /** The problem in a sentence; null if there is none. */
  readonly problem: string | null;
}

const lineLimits = { maxChars: 1024 * 1024, maxDepth: 32 };
const checkpointRules = { typ: auditCheckpointType, algs: ['ES256', 'EdDSA'] as const, maxChars: 4096 };
const parseEntry = createShape(AuditEntrySchema, 'the entry');
const parseEnd = createShape(
  Type.Object({ checkpoint: Type.String() }, { additionalProperties: false }),
  'the checkpoint line',
);
const parseCheckpoint = createShape(AuditCheckpointSchema, 'the checkpoint');

/** Checks an export line by line. Never throws. */
export async function checkAuditExport(
  lines: AsyncIterable<string>,
  check: AuditExportCheck,
): Promise<AuditExportReport> {
  const state = createState(check.known);
  for await (const line of lines) {
    const problem = await readLine(line, state, check);
    if (problem !== undefined) return toReport(state, check, problem);
    check.onProgress?.(state.entries);
  }
  return toReport(state, check, findEndProblem(state, check));
}

interface State {
  orgId: string | null;
  entries: number;
  lines: number;
  firstSeq: number | null;
  head: AuditHead;
  broken: BrokenLink | null;
  checkpoint: AuditCheckpoint | null;
  readonly known: AuditHead | undefined;
  containsKnown: boolean;
}

function createState(known: AuditHead | undefined): State {
  const head = { seq: 0, hash: firstPrevHash };
  const start = { orgId: null, entries: 0, lines: 0, firstSeq: null, head, broken: null, checkpoint: null, known };
  // Before the first entry all logs are equal.
  return { ...start, containsKnown: known?.seq === 0 && known.hash === firstPrevHash };
}

/** Why the line is not valid. */
async function readLine(line: string, state: State, check: AuditExportCheck): Promise<string | undefined> {
  state.lines += 1;
  const at = `line ${state.lines}: `;
  if (state.checkpoint !== null) return `${at}data follows the checkpoint`;
  const json = parseStrictJson(line, lineLimits);
  if (!json.ok) return `${at}${json.message}`;
  if (isRecord(json.value) && Object.hasOwn(json.value, 'checkpoint')) {
    const read = await readCheckpoint(json.value, state, check);
    if (!read.ok) return `${at}${read.message}`;
    state.checkpoint = read.checkpoint;
    return undefined;
  }
  const entry = parseEntry(json.value);
  return entry.ok ? addEntry(entry.value, state, check) : `${at}${entry.message}`;
}

async function addEntry(entry: AuditEntry, state: State, check: AuditExportCheck): Promise<string | undefined> {
  state.orgId ??= entry.org_id;
  if (entry.org_id !== state.orgId) return `line ${state.lines}: the entry belongs to another organisation`;
  const broken = await findBroken(entry, state, check);
  if (broken !== undefined) {
    state.broken = broken;
    return describe(broken);
  }
  state.entries += 1;
  state.firstSeq ??= entry.seq;
  state.head = { seq: entry.seq, hash: entry.hash };
  if (state.known?.seq === entry.seq) state.containsKnown = state.known.hash === entry.hash;
  return undefined;
}

async function findBroken(entry: AuditEntry, { head }: State, { crypto, isPartial = false }: AuditExportCheck) {
  if (!isPartial || entry.seq === head.seq + 1) return findBrokenLink(head, entry, crypto);
  if (entry.seq > head.seq) return findChangedEntry(entry, crypto);
  const differs = 'number' as const;
  return { seq: head.seq + 1, differs, expected: `more than ${head.seq}`, found: String(entry.seq) };
}

function describe({ seq, differs }: BrokenLink): string {
  if (differs === 'number') return `entry ${seq} is missing or out of place`;
  if (differs === 'hash') return `entry ${seq} was changed`;
  return `entry ${seq} does not follow the one before it: one of the two was replaced`;
}

async function readCheckpoint(
  line: unknown,
  { head, orgId }: State,
  { keys, crypto }: AuditExportCheck,
): Promise<{ ok: true; checkpoint: AuditCheckpoint } | Refusal> {
  const end = parseEnd(line);
  if (!end.ok) return end;
  const parsed = parseJws(end.value.checkpoint, checkpointRules);
  if (!parsed.ok) return parsed;
  const signed = await findSignatureProblem(parsed.jws, { keys, crypto, what: 'the checkpoint' });
  if (signed !== undefined) return signed;
  const payload = parsePayload(parsed.jws, { maxChars: checkpointRules.maxChars, maxDepth: 4 });
  if (!payload.ok) return payload;
  const shape = parseCheckpoint(payload.value);
  if (!shape.ok) return shape;
  const { org_id: org, seq, hash } = shape.value;
  if (orgId !== null && org !== orgId) return refuse('inconsistent', 'the checkpoint belongs to another organisation');
  if (seq !== head.seq || hash !== head.hash) {
    return refuse('checkpoint', `the checkpoint covers entry ${seq}, but the last entry here is ${head.seq}`);
  }
  return { ok: true, checkpoint: shape.value };
}

function findEndProblem(state: State, { isPartial = false }: AuditExportCheck): string | undefined {
  if (state.checkpoint === null && !isPartial) {
    return 'the export does not end with a checkpoint: its end was cut off, or it was made with filters';
  }
  if (state.known === undefined || state.containsKnown) return undefined;
  return `entry ${state.known.seq} differs from the one that was seen earlier`;
}

function toReport(state: State, { known }: AuditExportCheck, problem: string | undefined): AuditExportReport {
  return {
    ok: problem === undefined,
    org_id: state.orgId ?? state.checkpoint?.org_id ?? null,
    entries: state.entries,
    first_seq: state.firstSeq,
    head: state.entries === 0 ? null : state.head,
    broken: state.broken,
    checkpoint: state.checkpoint,
    contains_known: known === undefined ? null : state.containsKnown,
    problem: problem ?? null,
  };
}
