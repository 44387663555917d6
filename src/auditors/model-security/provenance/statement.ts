// Reads the signed payload: an in-toto statement that lists the model's files, or parts of them, with their digests.

import { createHash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { leadsOutside } from '../formats/outside-path.ts';

/** One signed file or part of a file. */
export interface SignedPart {
  path: string;
  /** First byte and end (exclusive); undefined for a whole file. */
  range?: { start: number; end: number };
  algorithm: 'sha256' | 'blake2b512';
  digest: string;
}

/** The signed content of a model signature. */
export interface SignedManifest {
  modelName: string;
  parts: SignedPart[];
  /** Paths, relative to the model, that were left out on purpose. */
  ignoredPaths: string[];
}

/** The statement is invalid. */
export class StatementError extends Error {
  readonly id: 'manifest_malformed' | 'manifest_path' | 'manifest_algorithm';

  constructor(id: StatementError['id'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StatementError';
    this.id = id;
  }
}

const predicateType = 'https://model_signing/signature/v1.0';
/** Releases before 1.0 list the files as subjects. */
const legacyPredicateType = 'https://model_signing/Digests/v0.1';

const Text = Type.String({ minLength: 1, maxLength: 4096 });
const Head = Type.Object({ _type: Type.Literal('https://in-toto.io/Statement/v1'), predicateType: Text });
const Subject = Type.Object({ name: Type.String({ maxLength: 4096 }), digest: Type.Object({ sha256: Text }) });
const Predicate = Type.Object({
  subject: Type.Array(Subject, { minItems: 1, maxItems: 1 }),
  predicate: Type.Object({
    serialization: Type.Object({
      method: Type.Union([Type.Literal('files'), Type.Literal('shards')]),
      ignore_paths: Type.Optional(Type.Array(Type.String({ maxLength: 4096 }), { maxItems: 10_000 })),
    }),
    resources: Type.Array(Type.Object({ name: Text, algorithm: Text, digest: Text }), { minItems: 1 }),
  }),
});
const LegacyPredicate = Type.Object({ subject: Type.Array(Subject, { minItems: 1 }) });

const headSchema = Compile(Head);
const predicateSchema = Compile(Predicate);
const legacySchema = Compile(LegacyPredicate);

/** Reads the payload of an envelope. `maxParts` bounds the list. */
export function parseStatement(payload: Uint8Array, maxParts: number): SignedManifest & { isLegacy: boolean } {
  const json = parseJson(payload);
  if (!headSchema.Check(json)) throw new StatementError('manifest_malformed', 'It is no in-toto statement.');
  const isLegacy = json.predicateType === legacyPredicateType;
  if (!isLegacy && json.predicateType !== predicateType) {
    throw new StatementError('manifest_malformed', 'The statement is not about a model.');
  }
  const manifest = isLegacy ? readLegacy(json) : readCurrent(json);
  if (manifest.parts.length > maxParts) throw new StatementError('manifest_malformed', 'It lists too many files.');
  assertDistinct(manifest.parts);
  return { isLegacy, ...manifest };
}

/** True for a payload of the format before 1.0. */
export function isLegacyPayload(payload: Uint8Array): boolean {
  return Buffer.from(payload).includes(legacyPredicateType);
}

function readCurrent(json: unknown): SignedManifest {
  if (!predicateSchema.Check(json))
    throw new StatementError('manifest_malformed', 'The list of files has no valid form.');
  const { serialization, resources } = json.predicate;
  const [subject] = json.subject;
  const hash = createHash('sha256');
  const parts: SignedPart[] = [];
  for (const { name, algorithm, digest } of resources) {
    const part = toPart(name, algorithm, digest, serialization.method);
    hash.update(Buffer.from(part.digest, 'hex'));
    parts.push(part);
  }
  // The subject names the model by the hash over all digests, which other documents reference.
  if (subject?.digest.sha256.toLowerCase() !== hash.digest('hex')) {
    throw new StatementError('manifest_malformed', 'The digest of the model is not that of its list.');
  }
  return { modelName: subject.name, parts, ignoredPaths: serialization.ignore_paths ?? [] };
}

function readLegacy(json: unknown): SignedManifest {
  if (!legacySchema.Check(json)) throw new StatementError('manifest_malformed', 'The list of files has no valid form.');
  const parts = json.subject.map(({ name, digest }) => toPart(name, 'sha256', digest.sha256, 'files'));
  return { modelName: '', parts, ignoredPaths: [] };
}

function toPart(
  name: string,
  algorithm: string,
  digest: string,
  method: Static<typeof Predicate>['predicate']['serialization']['method'],
): SignedPart {
  const known = toAlgorithm(algorithm, method);
  const digestLength = known === 'sha256' ? 64 : 128;
  if (digest.length !== digestLength || !/^[0-9a-fA-F]+$/.test(digest)) {
    throw new StatementError('manifest_malformed', 'A digest has the wrong length.');
  }
  const { path, range } = method === 'files' ? { path: name, range: undefined } : splitShard(name);
  const reason = leadsOutside(path);
  if (reason !== undefined) throw new StatementError('manifest_path', `It names ${reason}.`);
  const lowered = digest.toLowerCase();
  const plain = normalise(path);
  return { path: plain, algorithm: known, digest: lowered, ...(range === undefined ? {} : { range }) };
}

/** Shards are named `path:start:end`; their algorithm includes the shard size. */
function toAlgorithm(name: string, method: string): SignedPart['algorithm'] {
  const match = /^(sha256|blake2b)(?:-sharded-[1-9][0-9]{0,15})?$/.exec(name);
  if (match === null || (method === 'files' && name.includes('-sharded'))) {
    throw new StatementError('manifest_algorithm', 'It uses a digest algorithm that is not supported.');
  }
  return match[1] === 'sha256' ? 'sha256' : 'blake2b512';
}

function splitShard(name: string): { path: string; range: { start: number; end: number } } {
  const match = /^([^:]{1,4000}):([0-9]{1,15}):([0-9]{1,15})$/.exec(name);
  const [, path, start, end] = match ?? [];
  if (path === undefined || Number(start) > Number(end)) {
    throw new StatementError('manifest_malformed', 'A part of a file has no valid name.');
  }
  return { path, range: { start: Number(start), end: Number(end) } };
}

/** `./a//b` and `a/b` are one path. */
export function normalise(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  return parts.length === 0 ? '.' : parts.join('/');
}

function assertDistinct(parts: readonly SignedPart[]): void {
  const keys = parts.map(({ path, range }) => (range === undefined ? path : `${path}:${range.start}:${range.end}`));
  if (new Set(keys).size !== keys.length) throw new StatementError('manifest_malformed', 'A file is listed twice.');
}

function parseJson(payload: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
  } catch (error) {
    throw new StatementError('manifest_malformed', 'The signed payload is no JSON.', { cause: error });
  }
}
