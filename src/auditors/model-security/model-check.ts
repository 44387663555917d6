/** Checks a whole artifact: every file by its format and its hash, combined into one result. */

import { type Artifact, ArtifactError, type OpenFile, openArtifact, type SkipReason } from './artifact.ts';
import { type ByteSource, createFileSource } from './byte-source.ts';
import { createFindingList } from './context.ts';
import { type Finding, type Inspection, shortName, toInspection } from './finding.ts';
import { hashFolder, hashSource } from './hash.ts';
import type { Inspect } from './inspect.ts';
import type { Limits } from './limits.ts';

export interface CheckOptions {
  inspect: Inspect;
  limits: Limits;
  signal: AbortSignal;
  /** Makes the signal of one file: the check's signal or the file's own time limit. */
  fileSignal: (signal: AbortSignal) => AbortSignal;
  allowedGlobals: ReadonlySet<string>;
  /** Called before each file. */
  onFile?: (name: string, index: number, count: number) => void;
  /** Skips the hashes. */
  skipHash?: boolean;
}

export interface FileCheck {
  name: string;
  size: number;
  inspection: Inspection;
  /** SHA-256 in hexadecimal, if requested and computable. */
  digest?: string;
}

export interface ModelCheck {
  /** The format of a single file; `folder` for several files. */
  format: string;
  formatValid: boolean;
  complete: boolean;
  malwareFree: boolean | undefined;
  unsafeGlobals: string[];
  findings: Finding[];
  files: FileCheck[];
  /** Findings about entries that were not inspected. */
  others: Finding[];
  digest?: string;
}

export async function checkSource(source: ByteSource, name: string, options: CheckOptions): Promise<FileCheck> {
  const signal = options.fileSignal(options.signal);
  const { limits, allowedGlobals } = options;
  const inspection =
    source.size > limits.maxFileBytes
      ? refuse('', 'file_too_large', 'The file is larger than the limit: it was only hashed.')
      : await options.inspect(source, { name, limits, signal, allowedGlobals });
  const digest = options.skipHash === true ? undefined : await hashSource(source, options.signal);
  return { name, size: source.size, inspection, ...(digest === undefined ? {} : { digest }) };
}

export async function checkArtifact(artifact: Artifact, options: CheckOptions): Promise<ModelCheck> {
  const files: FileCheck[] = [];
  for (const [index, { name, path }] of artifact.files.entries()) {
    if (options.signal.aborted) break;
    options.onFile?.(name, index, artifact.files.length);
    files.push(await checkFile(path, name, options));
  }
  const skipped = artifact.skipped.map(toSkipped);
  if (files.length < artifact.files.length) {
    skipped.push(refuse('', 'time_limit', 'The time was used up before every file was looked at.'));
  }
  return combineFiles(artifact.kind, files, skipped);
}

/** A file that changed during the check gets no result: the result would hold for none of its states. */
async function checkFile(path: string, name: string, options: CheckOptions): Promise<FileCheck> {
  const opened = await openReadable(path);
  if (opened === undefined) {
    return { name, size: 0, inspection: refuse('', 'file_unreadable', 'The file could not be opened.') };
  }
  const { handle, size } = opened;
  try {
    const before = await handle.stat({ bigint: true });
    const check = await checkSource(createFileSource(handle, size), name, options);
    const after = await handle.stat({ bigint: true });
    if (before.mtimeNs === after.mtimeNs && before.ctimeNs === after.ctimeNs && before.size === after.size)
      return check;
    return { name, size, inspection: refuse('', 'file_changed', 'The file was written to while it was looked at.') };
  } finally {
    await handle.close();
  }
}

const unreadable: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'ENOENT', 'ELOOP', 'EISDIR', 'ENXIO']);

/** Opens a file; undefined if it may not be read, or is gone. */
async function openReadable(path: string): Promise<OpenFile | undefined> {
  try {
    return await openArtifact(path);
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
    if (error instanceof ArtifactError || unreadable.has(code)) return undefined;
    throw error;
  }
}

export function combineFiles(
  kind: Artifact['kind'],
  files: readonly FileCheck[],
  others: readonly Inspection[] = [],
): ModelCheck {
  const isFolder = kind === 'folder';
  const findings = createFindingList(1_000);
  for (const { name, inspection } of files) {
    for (const finding of inspection.findings) findings.add(isFolder ? inFile(finding, name) : finding);
  }
  for (const inspection of others) for (const finding of inspection.findings) findings.add(finding);
  const inspections = [...files.map(({ inspection }) => inspection), ...others];
  const only = isFolder ? undefined : files[0];
  const whole = toInspection({
    format: only?.inspection.format ?? 'folder',
    formatValid: inspections.every(({ formatValid }) => formatValid),
    complete: files.length > 0 && inspections.every(({ complete }) => complete),
    findings: findings.list(),
    unsafeGlobals: inspections.flatMap(({ unsafeGlobals }) => unsafeGlobals),
  });
  const digest = isFolder ? folderDigest(files) : only?.digest;
  const unseen = others.flatMap((other) => other.findings);
  return { ...whole, files: [...files], others: unseen, ...(digest === undefined ? {} : { digest }) };
}

function folderDigest(files: readonly FileCheck[]): string | undefined {
  const digests = files.flatMap(({ name, digest }) => (digest === undefined ? [] : [{ name, digest }]));
  return digests.length === files.length && files.length > 0 ? hashFolder(digests) : undefined;
}

function inFile(finding: Finding, name: string): Finding {
  const { path } = finding.place;
  return {
    ...finding,
    place: { ...finding.place, path: path === '' ? shortName(name) : `${shortName(name)}!${path}` },
  };
}

const skipNotes: Readonly<Record<SkipReason, string>> = {
  link_outside: 'A link that leads to no file below the allowed folders: it was not followed.',
  special_file: 'It is no regular file: it was not opened.',
  too_many_files: 'The folder holds more files than the limit, or is too deep.',
};

function toSkipped({ name, reason }: { name: string; reason: SkipReason }): Inspection {
  return refuse(shortName(name), reason, skipNotes[reason]);
}

function refuse(path: string, id: string, note: string): Inspection {
  const finding: Finding = { id, severity: 'medium', type: 'unchecked', place: { path }, note };
  return toInspection({ format: 'unknown', formatValid: true, complete: false, findings: [finding] });
}
