/**
 * Pod annotations (contract 2.12) as a level of infrastructure values (2.11): below the environment, above the chain
 * manifest. They come from a file of the Kubernetes downward API, which has `key="escaped value"` on each line.
 */
import { annotationName } from '@assay/sdk';
import { annotations as contractNames } from '@assay/sdk/contract';
import type { Environment, KnownVariable } from './config.ts';
import { AppError, isAppError } from './errors.ts';

/** Variable that names the file. */
export const annotationsFileVariable = 'ASSAY_ANNOTATIONS_FILE';

/** Kubernetes allows 256 KiB of annotations; an escape is at most four times as long as its byte. */
const maxFileBytes = 1024 * 1024;

/** The environment, completed from annotations. */
export interface AnnotatedEnvironment {
  readonly env: Environment;
  /** The annotation behind each variable that one decides. */
  readonly decided: ReadonlyMap<string, string>;
}

export interface AnnotationSources {
  readonly env: Environment;
  /** Every variable that an annotation may set. A name may occur twice. */
  readonly known: readonly KnownVariable[];
  /** Reads a whole file. */
  readonly readFile: (path: string) => Promise<Uint8Array>;
  readonly report: (message: string) => void;
}

/**
 * Reads the file that `ASSAY_ANNOTATIONS_FILE` names, and lays the environment over it. Without the variable the
 * environment stays as it is.
 *
 * @throws AppError `config` for a file that cannot be read, a line of another form, and an annotation that would hold a
 * secret
 */
export async function readAnnotatedEnvironment(sources: AnnotationSources): Promise<AnnotatedEnvironment> {
  const { env, known, readFile, report } = sources;
  const path = env[annotationsFileVariable] || undefined;
  if (path === undefined) return { env, decided: new Map() };
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw refuse(`${annotationsFileVariable} ${path} cannot be read`, cause);
  });
  const found = parsePodAnnotations(bytes, `${annotationsFileVariable} ${path}`);
  return annotateEnvironment({ env, known, report }, found);
}

/** Lays an environment over annotations. @throws AppError `config` for an annotation that would hold a secret. */
export function annotateEnvironment(
  { env, known, report }: Omit<AnnotationSources, 'readFile'>,
  found: ReadonlyMap<string, string>,
): AnnotatedEnvironment {
  const level: Record<string, string> = {};
  const decided = new Map<string, string>();
  const names = new Set<string>([contractNames.secured]);
  for (const variable of known) {
    const annotation = variable.annotation ?? annotationName(variable.name);
    names.add(annotation);
    const value = found.get(annotation);
    if (value === undefined) continue;
    if (variable.isSecret)
      throw refuse(
        `annotation ${annotation}: ${variable.name} is not taken from an annotation, which everybody can read who sees the pod. Set the variable`,
      );
    if (isSet(env, known, variable.name)) continue;
    level[variable.name] = value;
    decided.set(variable.name, annotation);
  }
  const unknown = [...found.keys()].filter((name) => name.startsWith(contractNames.prefix) && !names.has(name));
  if (unknown.length > 0) report(`unknown annotations are ignored: ${unknown.sort().join(', ')}`);
  return { env: { ...env, ...level }, decided };
}

/** Adds to an error of the configuration which of its variables come from annotations. */
export function explainAnnotated(error: unknown, decided: AnnotatedEnvironment['decided']): unknown {
  if (!isAppError(error, 'config')) return error;
  const named = [...decided].filter(([variable]) => new RegExp(`\\b${variable}\\b`).test(error.publicText));
  if (named.length === 0) return error;
  const sources = named.map(([variable, annotation]) => `${variable} comes from the annotation ${annotation}`);
  const detail = `${error.publicText} (${sources.join('; ')})`;
  return new AppError('config', detail, { detail, cause: error });
}

/** Parses a file of the downward API. @throws AppError `config` naming the line. */
export function parsePodAnnotations(bytes: Uint8Array, source: string): ReadonlyMap<string, string> {
  if (bytes.length > maxFileBytes) throw refuse(`${source} is larger than 1 MiB`);
  const found = new Map<string, string>();
  for (const [index, line] of decode(bytes, source).split('\n').entries()) {
    if (line === '') continue;
    const where = `${source}, line ${index + 1}`;
    const [, key, quoted] = /^([^=\s"]{1,317})="((?:[^"\\]|\\.)*)"$/u.exec(line) ?? [];
    if (key === undefined || quoted === undefined) throw refuse(`${where}: it must be key="value"`);
    if (found.has(key)) throw refuse(`${where}: ${key} is there twice`);
    const value = unquote(quoted);
    if (value === undefined) throw refuse(`${where}: the value of ${key} has an unknown escape`);
    found.set(key, value);
  }
  return found;
}

/** Container files leave empty variables behind, so a service takes them for unset. An auditor does not. */
function isSet(env: Environment, known: readonly KnownVariable[], name: string): boolean {
  const text = env[name];
  if (text !== '') return text !== undefined;
  return known.some((variable) => variable.name === name && variable.isEmptySet === true);
}

const simpleEscapes: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '"': '"',
};

/** Undoes `%q` of Go, in which Kubernetes writes values; `undefined` for what `%q` does not write. */
function unquote(quoted: string): string | undefined {
  let isSound = true;
  const text = quoted.replaceAll(
    /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|([^xuU])|.)/g,
    (_escape, ...groups: (string | undefined)[]) => {
      const [byte, short, long, simple = ''] = groups;
      const code = Number.parseInt(byte ?? short ?? long ?? '', 16);
      const character = Number.isNaN(code) ? simpleEscapes[simple] : toCharacter(code, byte !== undefined);
      isSound &&= character !== undefined;
      return character ?? '';
    },
  );
  return isSound ? text : undefined;
}

/** A byte from 0x80 on is part of invalid UTF-8. */
function toCharacter(code: number, isByte: boolean): string | undefined {
  const isScalar = code <= 0x10_ffff && (code < 0xd800 || code > 0xdfff);
  return isScalar && !(isByte && code >= 0x80) ? String.fromCodePoint(code) : undefined;
}

function decode(bytes: Uint8Array, source: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw refuse(`${source} is not UTF-8`, cause);
  }
}

function refuse(detail: string, cause?: unknown): AppError {
  return new AppError('config', detail, { detail, cause });
}
