/**
 * Combines policies of several scopes into one text, so that a lower scope can only tighten. The outermost level with
 * permits keeps them. The permits of every inner level become one forbid that fires unless one of them holds, so a
 * request needs a permit of every level that has permits.
 */
import { canonicalize } from '@assay/sdk/crypto';
import type { PolicyJson } from '@cedar-policy/cedar-wasm/nodejs';
import { type PolicyAnnotations, parseAnnotations } from './annotations.ts';
import type { CedarHost } from './cedar-host.ts';
import { assignIds } from './combined-ids.ts';
import { type EditedText, editText, findAnnotation, type TextEdit } from './edited-text.ts';
import { forbidUnlessPermitted, neverForbid } from './invert-permits.ts';
import { PolicyError, type PolicyIssue } from './policy-error.ts';
import { findPolicyReads } from './policy-reads.ts';
import { loadPolicySet, type PolicySet } from './policy-set.ts';
import { readPolicyJson, type SourcePolicy, splitPolicies, useEngine } from './policy-text.ts';
import type { GeneratedSchema } from './schema.ts';

/**
 * From the outermost in. `file` is a hand-written policy file beside the control plane; `default` is the generated
 * policy, which applies as long as no other level permits anything.
 */
export const levelKinds = ['default', 'file', 'org', 'workspace', 'agent'] as const;
export type LevelKind = (typeof levelKinds)[number];

/** One record of policies. */
export interface PolicyRecordText {
  /** Name for policies without an `@id`. */
  readonly name: string;
  readonly text: string;
}

/** The active policies of one scope. */
export interface PolicyLevel {
  readonly kind: LevelKind;
  /** Id of the scope, or base name of a file. */
  readonly id: string;
  readonly records: readonly PolicyRecordText[];
}

/** Origin of a policy of the combined text. */
export interface PolicyOrigin {
  readonly level: Pick<PolicyLevel, 'kind' | 'id'>;
  /** Absent for the forbid that represents a level's permits. */
  readonly record?: string;
  readonly line?: number;
  readonly column?: number;
}

/** Contribution of a level. */
export interface LevelPart {
  readonly kind: LevelKind;
  readonly id: string;
  readonly permits: number;
  readonly forbids: number;
  /** `permits`: its permits allow requests. `tightens`: its permits must hold too. `forbids`: it only forbids. */
  readonly part: 'permits' | 'tightens' | 'forbids';
}

/** A policy as its author wrote it, with its id in the combined text. */
export interface CombinedPolicy {
  readonly id: string;
  readonly level: Pick<PolicyLevel, 'kind' | 'id'>;
  readonly record: string;
  readonly json: PolicyJson;
  readonly annotations: PolicyAnnotations;
  readonly source: SourcePolicy;
}

export interface CombinedPolicies {
  /** `<kind>/<id>` of the innermost level: the `policy_id` of decisions. */
  readonly id: string;
  readonly text: string;
  readonly levels: readonly LevelPart[];
  /** Every policy as it was written, in order, including those that the combined text inverts. */
  readonly policies: readonly CombinedPolicy[];
  /** By the policy's id in the combined text. */
  readonly origins: ReadonlyMap<string, PolicyOrigin>;
  /** Maps an issue of the combined text to its record. */
  locate(issue: PolicyIssue): PolicyIssue;
}

interface Draft {
  readonly level: PolicyLevel;
  readonly record: PolicyRecordText;
  readonly source: SourcePolicy;
  readonly json: PolicyJson;
  readonly annotations: PolicyAnnotations;
  readonly index: number;
}

/** A piece of the combined text: its source and its start. */
interface Piece {
  readonly level: PolicyLevel;
  readonly record: PolicyRecordText;
  readonly edited: EditedText;
  readonly firstLine: number;
  readonly lines: number;
}

/** Combines the active policies, outermost level first. @throws PolicyError with places in the records' own texts */
export function combinePolicies(levels: readonly PolicyLevel[], cedar: CedarHost): CombinedPolicies {
  const filled = levels.filter(({ records }) => records.length > 0);
  const drafts = filled.flatMap((level) => level.records.flatMap((record) => draftRecord(level, record, cedar)));
  const outermost = filled.find((level) => drafts.some((draft) => draft.level === level && isPermit(draft)));
  const isInverted = (draft: Draft): boolean => isPermit(draft) && draft.level !== outermost;
  const tightening = filled.filter((level) => drafts.some((draft) => draft.level === level && isInverted(draft)));
  const ids = nameDrafts(drafts, tightening);

  const writer = createWriter();
  for (const level of filled) {
    for (const record of level.records) {
      const own = drafts.filter((draft) => draft.level === level && draft.record === record);
      const edits = own.flatMap((draft): TextEdit[] => editDraft(draft, ids.get(draft) ?? '', isInverted(draft)));
      writer.add(level, record, editText(record.text, edits));
    }
    const permits = drafts.filter((draft) => draft.level === level && isInverted(draft));
    if (permits.length > 0) writer.addMade(invertLevel(level, permits, ids, cedar));
  }
  return {
    id: idOf(filled),
    text: writer.text(),
    levels: filled.map((level) => describeLevel(level, drafts, level === outermost)),
    policies: drafts.map((draft) => {
      const { level, record, json, annotations, source } = draft;
      const { kind, id } = level;
      return { id: ids.get(draft) ?? '', level: { kind, id }, record: record.name, json, annotations, source };
    }),
    origins: originsOf(drafts, ids, tightening),
    locate: (issue) => locate(issue, writer.pieces, drafts, ids),
  };
}

/** Combines and loads over a chain's schema. @throws PolicyError with places in the records' own texts */
export function loadCombinedPolicies(input: {
  readonly levels: readonly PolicyLevel[];
  readonly schema: GeneratedSchema;
  readonly cedar: CedarHost;
}): { combined: CombinedPolicies; set: PolicySet } {
  const { levels, schema, cedar } = input;
  const combined = combinePolicies(levels, cedar);
  try {
    const set = loadPolicySet({ id: combined.id, text: combined.text, schema, cedar });
    const isAuthors = ({ policyId }: PolicyIssue): boolean =>
      policyId === undefined || combined.origins.get(policyId)?.record !== undefined;
    return { combined, set: { ...set, warnings: set.warnings.filter(isAuthors).map(combined.locate) } };
  } catch (cause) {
    if (!(cause instanceof PolicyError)) throw cause;
    throw new PolicyError(cause.issues.map(combined.locate), { cause });
  }
}

const isPermit = ({ json }: Draft): boolean => json.effect === 'permit';
const generatedId = ({ kind }: Pick<PolicyLevel, 'kind'>): string => `${kind}.permits`;

/** Describes a level for people. */
export function describeScope({ kind, id }: Pick<PolicyLevel, 'kind' | 'id'>): string {
  const words: Readonly<Record<LevelKind, string>> = {
    default: 'default policy',
    file: 'policy file',
    org: 'organisation',
    workspace: 'workspace',
    agent: 'agent',
  };
  return `${words[kind]} ${id}`;
}

function idOf(levels: readonly PolicyLevel[]): string {
  const innermost = levels.at(-1);
  return innermost === undefined ? 'none' : `${innermost.kind}/${innermost.id}`;
}

function draftRecord(level: PolicyLevel, record: PolicyRecordText, cedar: CedarHost): Draft[] {
  try {
    return splitPolicies(cedar, record.text).map((source, index) => {
      const json = readPolicyJson(cedar, source, record.text);
      const { annotations, problems } = parseAnnotations(json.annotations ?? {}, json.effect);
      const { line, column } = source;
      if (problems.length > 0) throw new PolicyError(problems.map((problem) => ({ ...problem, line, column })));
      return { level, record, source, json, annotations, index };
    });
  } catch (cause) {
    if (!(cause instanceof PolicyError)) throw cause;
    throw new PolicyError(
      cause.issues.map((issue) => ({ ...issue, level: describeScope(level), record: record.name })),
      { cause },
    );
  }
}

function nameDrafts(drafts: readonly Draft[], tightening: readonly PolicyLevel[]): ReadonlyMap<Draft, string> {
  const named = drafts.map(({ level, record, annotations: { id }, index }) => {
    return { level: level.kind, record: record.name, own: id, index };
  });
  const ids = assignIds(named, tightening.map(generatedId));
  const first = new Map<string, Draft>();
  const issues: PolicyIssue[] = [];
  drafts.forEach((draft, at) => {
    const id = ids[at] ?? '';
    const earlier = first.get(id);
    if (earlier === undefined) first.set(id, draft);
    else {
      const message = `the id is already used in line ${earlier.source.line}`;
      issues.push({ message, policyId: draft.annotations.id ?? id, ...placeOf(draft) });
    }
  });
  if (issues.length > 0) throw new PolicyError(issues);
  return new Map(drafts.map((draft, at) => [draft, ids[at] ?? '']));
}

/** Sets a policy's id if the author's is not usable, and removes a permit that is inverted. */
function editDraft({ source, annotations }: Draft, id: string, isInverted: boolean): TextEdit[] {
  const { start, text } = source;
  if (isInverted) return [{ start, end: start + text.length, text: '' }];
  if (annotations.id === id) return [];
  const given = findAnnotation(text, 'id');
  if (given === undefined) return [{ start, end: start, text: `@id(${JSON.stringify(id)}) ` }];
  return [{ start: start + given.start, end: start + given.end, text: `@id(${JSON.stringify(id)})` }];
}

/** Builds the forbid of a level's permits. A second part keeps claims due if only some permits ignore missing ones. */
function invertLevel(
  level: PolicyLevel,
  permits: readonly Draft[],
  ids: ReadonlyMap<Draft, string>,
  cedar: CedarHost,
): string {
  const demanding = permits.filter(({ annotations }) => annotations.onMissing === 'deny');
  const isMixed = demanding.length > 0 && demanding.length < permits.length;
  const detection = mergeDetection(permits);
  const claims = mergeClaims(permits);
  const special = permits.find(({ annotations }) => annotations.detection.size > 0);
  if (isMixed && special !== undefined) {
    const message = `${describeScope(level)} cannot combine a permit with @detection and permits with and without @on_missing("ignore"), because its permits tighten the outer ones`;
    throw new PolicyError([{ message, policyId: ids.get(special) ?? '', ...placeOf(special) }]);
  }
  const made = forbidUnlessPermitted(
    permits.map(({ json }) => json),
    {
      id: generatedId(level),
      reason: `No permit of ${describeScope(level)} applies`,
      ...(demanding.length === 0 || isMixed ? { on_missing: 'ignore' } : {}),
      ...(detection === undefined ? {} : { detection }),
      ...(claims === undefined ? {} : { claims }),
    },
  );
  const kept = isMixed ? demanding.map((draft) => neverForbid(draft.json, { id: ids.get(draft) ?? '' })) : [];
  const note = `// One of the permits of ${describeScope(level)} must apply: ${permits.map((draft) => ids.get(draft)).join(', ')}.`;
  return [note, ...[made, ...kept].map((json) => toText(json, cedar))].join('\n');
}

/** Merges the maps of a level's permits. @throws PolicyError where two of them want a claim made in different ways */
function mergeDetection(permits: readonly Draft[]): string | undefined {
  const merged = new Map<string, { settings: Readonly<Record<string, unknown>>; text: string }>();
  for (const { annotations } of permits) {
    for (const [claim, settings] of annotations.detection) {
      if (!merged.has(claim)) merged.set(claim, { settings, text: canonicalize(settings) });
    }
  }
  for (const draft of permits) {
    const reads = findPolicyReads(draft.json.conditions).claims;
    for (const [claim, { text }] of merged) {
      const own = draft.annotations.detection.get(claim);
      const isRead = reads === 'all' || reads.has(claim);
      if (own === undefined ? !isRead : canonicalize(own) === text) continue;
      const message = `the permits of ${describeScope(draft.level)} read \`${claim}\` with different @detection settings: as they tighten what is further out they need the same`;
      throw new PolicyError([{ message, ...placeOf(draft) }]);
    }
  }
  if (merged.size === 0) return undefined;
  return JSON.stringify(Object.fromEntries([...merged].map(([claim, { settings }]) => [claim, settings])));
}

/** Merges the `@claims` of a level's permits. @throws PolicyError where two of them name different types */
function mergeClaims(permits: readonly Draft[]): string | undefined {
  const merged = new Map<string, Map<string, string>>();
  for (const draft of permits) {
    for (const [item, types] of draft.annotations.claims) {
      const known = merged.get(item) ?? new Map<string, string>();
      merged.set(item, known);
      for (const [name, type] of types) {
        if ((known.get(name) ?? type) !== type) {
          const message = `the permits of ${describeScope(draft.level)} name two types of claim \`${name}\` of \`${item}\``;
          throw new PolicyError([{ message, ...placeOf(draft) }]);
        }
        known.set(name, type);
      }
    }
  }
  if (merged.size === 0) return undefined;
  return JSON.stringify(Object.fromEntries([...merged].map(([item, types]) => [item, Object.fromEntries(types)])));
}

function toText(json: PolicyJson, cedar: CedarHost): string {
  const answer = useEngine(cedar, (engine) => engine.policyToText(json));
  if (answer.type === 'success') return answer.text;
  throw new PolicyError(answer.errors.map(({ message }) => ({ message })));
}

function createWriter() {
  const parts: string[] = [];
  const pieces: Piece[] = [];
  let line = 1;
  const write = (text: string): void => {
    parts.push(text);
    line += text.split('\n').length;
  };
  return {
    pieces,
    add(level: PolicyLevel, record: PolicyRecordText, edited: EditedText): void {
      write(`// ${describeScope(level)}: ${record.name}`.replace(/\p{Cc}/gu, ' '));
      pieces.push({ level, record, edited, firstLine: line, lines: edited.text.split('\n').length });
      write(edited.text);
    },
    addMade: write,
    text: () => `${parts.join('\n')}\n`,
  };
}

function describeLevel(level: PolicyLevel, drafts: readonly Draft[], isOutermost: boolean): LevelPart {
  const own = drafts.filter((draft) => draft.level === level);
  const permits = own.filter(isPermit).length;
  const part = permits === 0 ? 'forbids' : isOutermost ? 'permits' : 'tightens';
  return { kind: level.kind, id: level.id, permits, forbids: own.length - permits, part };
}

function originsOf(
  drafts: readonly Draft[],
  ids: ReadonlyMap<Draft, string>,
  tightening: readonly PolicyLevel[],
): Map<string, PolicyOrigin> {
  const origins = new Map<string, PolicyOrigin>();
  for (const draft of drafts) {
    const { kind, id } = draft.level;
    const { line, column } = draft.source;
    origins.set(ids.get(draft) ?? '', { level: { kind, id }, record: draft.record.name, line, column });
  }
  for (const { kind, id } of tightening) origins.set(generatedId({ kind }), { level: { kind, id } });
  return origins;
}

function locate(
  issue: PolicyIssue,
  pieces: readonly Piece[],
  drafts: readonly Draft[],
  ids: ReadonlyMap<Draft, string>,
): PolicyIssue {
  const { line, column = 1, policyId } = issue;
  const piece = pieces.find(
    (each) => line !== undefined && line >= each.firstLine && line < each.firstLine + each.lines,
  );
  if (piece !== undefined && line !== undefined) {
    const place = piece.edited.toSource({ line: line - piece.firstLine + 1, column });
    return { ...issue, ...place, level: describeScope(piece.level), record: piece.record.name };
  }
  const { line: _line, column: _column, ...rest } = issue;
  // An error in the forbid of a level is an error of one of its permits. The record's own check has named it before.
  const draft =
    drafts.find((each) => ids.get(each) === policyId) ??
    drafts.find((each) => isPermit(each) && generatedId(each.level) === policyId);
  return draft === undefined ? rest : { ...rest, ...placeOf(draft) };
}

function placeOf({ level, record, source }: Draft) {
  return { line: source.line, column: source.column, level: describeScope(level), record: record.name };
}
