/** The annotations of a policy that have a meaning in Assay. A value that cannot be honoured refuses the set. */
import {
  type ClaimType,
  claimTypes,
  isClaimName,
  isRecord,
  isWellFormedText,
  normalizeFramework,
} from '@assay/sdk/contract';
import type { Effect } from '@cedar-policy/cedar-wasm/nodejs';
import { nearestName, suggestName } from './nearest-name.ts';

export const policyResponses = ['block', 'escalate', 'redact', 'warn'] as const;
/** Responses of a fired forbid, strongest first. */
export type PolicyResponse = (typeof policyResponses)[number];

export const policyRisks = ['low', 'medium', 'high'] as const;
/** Risk for an approver; `high` needs an owner or an admin. */
export type PolicyRisk = (typeof policyRisks)[number];
export const maxQuorum = 10;

/** Settings by claim (the name in the context), then by key. */
export type DetectionMap = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** Types of claims by chain item, then by claim: for auditors that declare none (contract 2.11). */
export type NamedClaims = ReadonlyMap<string, ReadonlyMap<string, ClaimType>>;

export interface PolicyAnnotations {
  readonly id?: string;
  readonly reason?: string;
  /** Path of a text setting below `context.settings`. Its value, if set, is the reason. */
  readonly reasonSetting?: readonly string[];
  /** Only on a forbid; `block` if the policy names none. */
  readonly response?: PolicyResponse;
  readonly framework?: string;
  readonly control?: string;
  /** For an escalating forbid: number of approvers; the verifier's default if absent. */
  readonly quorum?: number;
  readonly risk?: PolicyRisk;
  readonly onMissing: 'deny' | 'ignore';
  readonly detection: DetectionMap;
  readonly claims: NamedClaims;
}

export interface AnnotationProblem {
  readonly message: string;
  readonly suggestion?: string;
}

const escalating = ['quorum', 'risk'] as const;
const known = [
  ...[
    'id',
    'reason',
    'reason_setting',
    'response',
    'decision',
    'framework',
    'control',
    'on_missing',
    'detection',
    'claims',
  ],
  ...escalating,
];
const maxTextLength = 500;
const maxIdLength = 128;
const maxDetectionLength = 16 * 1024;
const maxDetectionClaims = 32;

/** Reads the annotations of one policy. Nothing is ignored: each one that cannot be honoured is a problem. */
export function parseAnnotations(
  raw: Readonly<Record<string, string | null>>,
  effect: Effect,
): { annotations: PolicyAnnotations; problems: AnnotationProblem[]; warnings: AnnotationProblem[] } {
  const problems: AnnotationProblem[] = [];
  const response = parseResponse(raw['response'], raw['decision'], effect, problems);
  const annotations: PolicyAnnotations = {
    ...parseId(raw['id'], problems),
    ...parseText('reason', raw['reason'], problems),
    ...parseReasonSetting(raw['reason_setting'], problems),
    ...parseText('control', raw['control'], problems),
    ...parseFramework(raw['framework'], problems),
    ...response,
    ...parseEscalation(raw, response.response, problems),
    onMissing: parseOnMissing(raw['on_missing'], problems),
    detection: parseDetection(raw['detection'], problems),
    claims: parseClaims(raw['claims'], problems),
  };
  return { annotations, problems, warnings: findUnknown(raw) };
}

function parseId(value: string | null | undefined, problems: AnnotationProblem[]): { id?: string } {
  if (value === undefined) return {};
  const id = value ?? '';
  if (id === '' || id.length > maxIdLength || !/^[^\s\p{C}"\\]+$/u.test(id)) {
    problems.push({
      message: `@id must be 1 to ${maxIdLength} characters without spaces, quotes or control characters`,
    });
  }
  // Reasons list policies and missing claims together, so the two must stay distinct.
  if (id.startsWith('missing:')) problems.push({ message: '@id may not begin with `missing:`' });
  return { id };
}

function parseText<K extends 'reason' | 'control'>(
  key: K,
  value: string | null | undefined,
  problems: AnnotationProblem[],
): { [P in K]?: string } {
  if (value === undefined) return {};
  const text = value ?? '';
  if (text === '' || text.length > maxTextLength || !isWellFormedText(text)) {
    problems.push({ message: `@${key} must be 1 to ${maxTextLength} characters` });
  }
  const parsed: { [P in K]?: string } = {};
  parsed[key] = text;
  return parsed;
}

function parseReasonSetting(
  value: string | null | undefined,
  problems: AnnotationProblem[],
): { reasonSetting?: readonly string[] } {
  if (value === undefined) return {};
  const names = (value ?? '').split('.');
  if (names.length >= 2 && names.length <= 3 && names.every((name) => name !== '' && !/\s/.test(name))) {
    return { reasonSetting: names };
  }
  problems.push({ message: '@reason_setting must be "<auditor>.<key>" or "<auditor>.<claim>.<key>"' });
  return {};
}

function parseFramework(value: string | null | undefined, problems: AnnotationProblem[]): { framework?: string } {
  if (value === undefined) return {};
  const framework = normalizeFramework(value ?? '');
  if (framework === undefined) problems.push({ message: '@framework must be a framework of the enumeration' });
  return framework === undefined ? {} : { framework };
}

function parseResponse(
  response: string | null | undefined,
  decision: string | null | undefined,
  effect: Effect,
  problems: AnnotationProblem[],
): { response?: PolicyResponse } {
  if (decision !== undefined && decision !== 'warn') problems.push({ message: '@decision may only be "warn"' });
  if (response !== undefined && decision !== undefined && response !== 'warn') {
    problems.push({ message: '@decision("warn") contradicts @response' });
  }
  if (effect === 'permit') {
    const given = response ?? decision;
    if (given !== undefined) problems.push({ message: '@response is only allowed on a forbid' });
    return {};
  }
  if (response === undefined) return { response: decision === undefined ? 'block' : 'warn' };
  const parsed = policyResponses.find((name) => name === response);
  if (parsed !== undefined) return { response: parsed };
  problems.push({
    message: '@response must be "block", "redact", "escalate" or "warn"',
    ...suggestName(response ?? '', policyResponses),
  });
  return {};
}

/** Quorum and risk are for approvers. Without an escalation they would promise something that nothing enforces. */
function parseEscalation(
  raw: Readonly<Record<string, string | null>>,
  response: PolicyResponse | undefined,
  problems: AnnotationProblem[],
): { quorum?: number; risk?: PolicyRisk } {
  const given = escalating.filter((key) => raw[key] !== undefined);
  if (given.length > 0 && response !== 'escalate') {
    for (const key of given) {
      problems.push({ message: `@${key} is only allowed on a forbid with @response("escalate")` });
    }
    return {};
  }
  return { ...parseQuorum(raw['quorum'], problems), ...parseRisk(raw['risk'], problems) };
}

function parseQuorum(value: string | null | undefined, problems: AnnotationProblem[]): { quorum?: number } {
  if (value === undefined) return {};
  const quorum = /^[1-9]\d?$/.test(value ?? '') ? Number(value) : Number.NaN;
  if (quorum <= maxQuorum) return { quorum };
  problems.push({
    message: `@quorum must be a whole number from "1" to "${maxQuorum}": the number of approvers`,
  });
  return {};
}

function parseRisk(value: string | null | undefined, problems: AnnotationProblem[]): { risk?: PolicyRisk } {
  if (value === undefined) return {};
  const risk = policyRisks.find((word) => word === value);
  if (risk !== undefined) return { risk };
  problems.push({ message: '@risk must be "low", "medium" or "high"', ...suggestName(value ?? '', policyRisks) });
  return {};
}

function parseOnMissing(value: string | null | undefined, problems: AnnotationProblem[]): 'deny' | 'ignore' {
  if (value === undefined) return 'deny';
  if (value !== 'ignore') problems.push({ message: '@on_missing may only be "ignore"' });
  return value === 'ignore' ? 'ignore' : 'deny';
}

function parseDetection(value: string | null | undefined, problems: AnnotationProblem[]): DetectionMap {
  if (value === undefined) return new Map();
  const map = readDetection(value ?? '');
  if (map === undefined) {
    problems.push({ message: '@detection must be a JSON map: claim name to a map of setting to value' });
  }
  return map ?? new Map();
}

function parseClaims(value: string | null | undefined, problems: AnnotationProblem[]): NamedClaims {
  if (value === undefined) return new Map();
  const parsed = readDetection(value ?? '');
  const named = new Map<string, ReadonlyMap<string, ClaimType>>();
  for (const [item, claims] of parsed ?? []) {
    const entries = Object.entries(claims).flatMap(([name, type]): [string, ClaimType][] =>
      isClaimName(name) && isClaimType(type) ? [[name, type]] : [],
    );
    if (entries.length > 0 && entries.length === Object.keys(claims).length) named.set(item, new Map(entries));
  }
  if (parsed !== undefined && named.size === parsed.size) return named;
  const types = Object.keys(claimTypes).join(', ');
  problems.push({ message: `@claims must be a JSON map: chain item to a map of claim name to one of ${types}` });
  return new Map();
}

const isClaimType = (value: unknown): value is ClaimType =>
  typeof value === 'string' && Object.hasOwn(claimTypes, value);

function readDetection(text: string): DetectionMap | undefined {
  if (text.length > maxDetectionLength) return undefined;
  const parsed = parseJson(text);
  if (!isRecord(parsed)) return undefined;
  const map = new Map<string, Readonly<Record<string, unknown>>>();
  for (const [claim, settings] of Object.entries(parsed)) {
    if (!isRecord(settings)) return undefined;
    map.set(claim, settings);
  }
  return map.size > 0 && map.size <= maxDetectionClaims ? map : undefined;
}

/** `undefined` for text that is not JSON; the caller reports it. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}

function findUnknown(raw: Readonly<Record<string, string | null>>): AnnotationProblem[] {
  return Object.keys(raw).flatMap((key) => {
    if (known.includes(key)) return [];
    const near = nearestName(key, known);
    return near === undefined ? [] : [{ message: `@${key} is not allowed here`, suggestion: `did you mean @${near}?` }];
  });
}
