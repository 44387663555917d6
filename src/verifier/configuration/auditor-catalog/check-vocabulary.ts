/** Checks the vocabulary of a foreign auditor before it becomes part of a catalog. */
import {
  bounds,
  findBoundViolation,
  HealthSchema,
  isClaimName,
  isWellFormedText,
  normalizeHealth,
  normalizeVocabulary,
  phases,
  type SettingDefinition,
  type Vocabulary,
  type VocabularyEntry,
  VocabularySchema,
} from '@assay/sdk/contract';
import { Compile } from 'typebox/compile';
import { findValueProblem } from '../../../configuration/settings/check-value.ts';
import type { SettingValue } from '../../../contract/control/setting.ts';
import { AppError, type ErrorPointer } from '../../../platform/errors.ts';
import { findBuiltIn } from './catalog-auditor.ts';

const healthCheck = Compile(HealthSchema);
const vocabularyCheck = Compile(VocabularySchema);

const limits = { bytes: 256 * 1024, depth: 14 };
const maxText = 2_000;
const maxSettings = 256;
const maxProblems = 20;
/** Pattern of auditor names in chains. */
const idForm = /^[a-z][a-z0-9_-]{0,63}$/;
/** Paths beside `/v1/auditors/{id}`. */
const reserved = new Set(['settings', 'schema']);
export const settingKeyForm = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

/** Parses an answer of `/health`. @throws AppError `unprocessable` if it breaks the contract, or the auditor is not ready. */
export function parseHealth(body: unknown): { readonly auditorId: string } {
  const answer = normalizeHealth(body);
  if (!healthCheck.Check(answer))
    throw broken('/health', [{ pointer: '', message: firstProblem(healthCheck, answer) }]);
  if (answer.status !== 'healthy' || !answer.ready) {
    const detail = 'the auditor is not ready: register it when it is ready';
    throw new AppError('unprocessable', detail, { detail, extensions: { reason: 'auditor_not_ready' } });
  }
  return { auditorId: answer.auditor_id };
}

/** What a built-in id means: refused where others are registered, or our auditor itself, known by its claims. */
export type BuiltInIds = 'refused' | 'ours';

/** Parses a vocabulary, fetched or from a request. @throws AppError `unprocessable` with its faults. */
export function parseVocabulary(body: unknown, where: string, builtInIds: BuiltInIds = 'refused'): Vocabulary {
  const bound = findBoundViolation(body, limits);
  if (bound !== undefined) throw broken(where, [{ pointer: '', message: bound }]);
  const answer = normalizeVocabulary(body);
  if (!vocabularyCheck.Check(answer)) {
    throw broken(where, [{ pointer: '', message: firstProblem(vocabularyCheck, answer) }]);
  }
  const problems = [...findFaceProblems(answer, builtInIds), ...findEntryProblems(answer.vocabulary)];
  if (problems.length > 0) throw broken(where, problems);
  return toKnownMembers(answer);
}

function findFaceProblems(answer: Vocabulary, builtInIds: BuiltInIds): ErrorPointer[] {
  const { auditor_id: id, version, phases: named } = answer;
  const builtIn = findBuiltIn(id);
  const problems: ErrorPointer[] = [];
  const add = (pointer: string, message: string): number => problems.push({ pointer, message });
  if (!idForm.test(id)) add('/auditor_id', `must match ${idForm.source}`);
  else if (builtIn !== undefined && builtInIds === 'refused') {
    add('/auditor_id', `${id} is a built-in auditor: give it another id`);
  } else if (builtIn !== undefined && claimsOf(answer) !== claimsOf(builtIn.vocabulary)) {
    add('/auditor_id', `${id} is a built-in auditor, and these are not its claims: give it another id`);
  } else if (reserved.has(id)) add('/auditor_id', `${id} cannot be the id of an auditor`);
  if (version.length > 64 || !isWellFormedText(version)) add('/version', 'must be text of at most 64 characters');
  if (named.length === 0) add('/phases', 'names no phase');
  for (const [index, phase] of named.entries()) {
    if (!isIn(phases, phase)) add(`/phases/${index}`, `must be one of: ${phases.join(', ')}`);
    else if (named.indexOf(phase) !== index) add(`/phases/${index}`, `${phase} is named twice`);
  }
  return problems;
}

function findEntryProblems(entries: readonly VocabularyEntry[]): ErrorPointer[] {
  if (entries.length > bounds.claimsPerResponse) {
    return [{ pointer: '/vocabulary', message: `declares more than ${bounds.claimsPerResponse} claims` }];
  }
  const seen = new Set<string>();
  return entries.flatMap(({ name, description, settings }, index) => {
    const pointer = `/vocabulary/${index}`;
    const problems: ErrorPointer[] = [];
    if (!isClaimName(name)) problems.push({ pointer: `${pointer}/name`, message: 'is not a claim name' });
    else if (seen.has(name)) problems.push({ pointer: `${pointer}/name`, message: `claim ${name} is declared twice` });
    seen.add(name);
    if (description.length > maxText) {
      problems.push({ pointer: `${pointer}/description`, message: `is longer than ${maxText} characters` });
    }
    const definitions = settings.map((setting) => ({ ...setting, label: setting.key }));
    return [...problems, ...findDefinitionProblems(definitions, `${pointer}/settings`)];
  });
}

/** Lists errors of setting definitions, with their pointers. */
export function findDefinitionProblems(definitions: readonly SettingDefinition[], base: string): ErrorPointer[] {
  if (definitions.length > maxSettings) return [{ pointer: base, message: `holds more than ${maxSettings} settings` }];
  const seen = new Set<string>();
  return definitions.flatMap((definition, index) => {
    const { key, label, min, max, default: value } = definition;
    const pointer = `${base}/${index}`;
    const problems: ErrorPointer[] = [];
    if (!settingKeyForm.test(key)) problems.push({ pointer: `${pointer}/key`, message: 'is not a setting key' });
    else if (seen.has(key)) problems.push({ pointer: `${pointer}/key`, message: `setting ${key} is declared twice` });
    seen.add(key);
    if (label.length > maxText) problems.push({ pointer: `${pointer}/label`, message: 'is too long' });
    if (min !== undefined && max !== undefined && min > max) {
      problems.push({ pointer: `${pointer}/min`, message: 'is larger than max' });
    }
    const problem = value === null ? undefined : findDefaultProblem(definition, value);
    if (problem !== undefined) problems.push({ pointer: `${pointer}/default`, message: problem });
    return problems;
  });
}

function findDefaultProblem(definition: SettingDefinition, value: unknown): string | undefined {
  return isSettingValue(value) ? findValueProblem(definition, value) : 'is not a setting value';
}

function isSettingValue(value: unknown): value is SettingValue {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string');
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string';
}

/** Removes members that the contract does not know: only understood members are stored. */
/** The names and types of the claims, in order. */
function claimsOf({ vocabulary }: Vocabulary): string {
  return JSON.stringify(vocabulary.map(({ name, type }) => [name, type]).sort());
}

function toKnownMembers({ auditor_id, version, vocabulary, phases: named }: Vocabulary): Vocabulary {
  return {
    auditor_id,
    version,
    vocabulary: vocabulary.map(({ name, type, description, value_schema, settings }) => ({
      name,
      type,
      description,
      value_schema,
      settings: settings.map(({ key, type: settingType, default: value, stricter }) => ({
        key,
        type: settingType,
        default: value,
        ...(stricter === undefined ? {} : { stricter }),
      })),
    })),
    phases: [...named],
  };
}

interface Checker {
  Errors(value: unknown): Iterable<{ readonly instancePath: string; readonly message: string }>;
}

function firstProblem(checker: Checker, value: unknown): string {
  for (const { instancePath, message } of checker.Errors(value)) {
    return `${instancePath.slice(0, 200).toWellFormed()} ${message}`.trim();
  }
  return 'does not match the contract';
}

function broken(where: string, problems: readonly ErrorPointer[]): AppError {
  const detail = `${where} breaks the contract: ${problems[0]?.pointer ?? ''} ${problems[0]?.message ?? ''}`;
  return new AppError('unprocessable', detail, {
    detail,
    errors: problems.slice(0, maxProblems),
    extensions: { reason: 'vocabulary_invalid' },
  });
}

function isIn(list: readonly string[], name: string): boolean {
  return list.includes(name);
}
