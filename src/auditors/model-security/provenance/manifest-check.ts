// Compares a model's files with the signed list: hashes every listed byte again and reports every unlisted file.

import { createHash } from 'node:crypto';
import type { ByteSource } from '../byte-source.ts';
import { leadsOutside } from '../formats/outside-path.ts';
import type { Report } from '../formats/report.ts';
import { normalise, type SignedManifest, type SignedPart } from './statement.ts';

export interface ModelFile {
  /** Relative to the model's folder, with `/` between parts. */
  path: string;
  size: number;
  open: () => Promise<{ source: ByteSource; close: () => Promise<void> }>;
}

/** The files of a model: a folder or one file. */
export interface ModelFiles {
  kind: 'folder' | 'file';
  files: readonly ModelFile[];
}

/** What was compared. */
export interface ManifestCounts {
  listed: number;
  matching: number;
  ignored: number;
}

const pieceBytes = 4 * 1024 * 1024;
/** Paths that the signing library always leaves out. */
const alwaysIgnored = ['.git', '.gitattributes', '.github', '.gitignore'];

/** Compares files and manifest and reports differences. True if nothing differs. */
export async function checkManifest(
  manifest: SignedManifest,
  model: ModelFiles,
  options: { signaturePath: string; signal: AbortSignal; report: Report },
): Promise<{ matches: boolean; counts: ManifestCounts }> {
  const { report, signal } = options;
  const byPath = groupByPath(manifest.parts);
  const counts: ManifestCounts = { listed: byPath.size, matching: 0, ignored: 0 };
  const isIgnored = createIgnore([...manifest.ignoredPaths, ...alwaysIgnored, options.signaturePath]);
  const isSharded = manifest.parts.some(({ range }) => range !== undefined);
  let differences = 0;
  const seen = new Set<string>();
  for (const file of model.files) {
    const path = normalise(file.path);
    const key = findKey(path, model.kind, byPath);
    const parts = key === undefined ? undefined : byPath.get(key);
    if (key !== undefined) seen.add(key);
    // The signing library lists parts, and an empty file has none.
    const isPartless = parts === undefined && file.size === 0 && isSharded;
    if (isPartless || (parts === undefined && isIgnored(path))) {
      if (path !== normalise(options.signaturePath)) counts.ignored += 1;
    } else if (parts === undefined) {
      differences += 1;
      report.add('manifest_unlisted_file', { module: path });
    } else if (await matchesParts(file, parts, signal)) {
      counts.matching += 1;
    } else {
      differences += 1;
      report.add('manifest_digest_mismatch', { module: path });
    }
  }
  for (const path of byPath.keys()) {
    if (seen.has(path)) continue;
    differences += 1;
    report.add('manifest_missing_file', { module: path });
  }
  if (counts.ignored > 0) report.add('manifest_ignored_files', { more: `${counts.ignored} files.` });
  return { matches: differences === 0 && counts.matching > 0 && !signal.aborted, counts };
}

/** A model of one file is listed as `.` (the signing library) or by its name. */
function findKey(path: string, kind: ModelFiles['kind'], byPath: ReadonlyMap<string, unknown>): string | undefined {
  if (byPath.has(path)) return path;
  return kind === 'file' && byPath.has('.') ? '.' : undefined;
}

function groupByPath(parts: readonly SignedPart[]): Map<string, SignedPart[]> {
  const byPath = new Map<string, SignedPart[]>();
  for (const part of parts) {
    const known = byPath.get(part.path);
    if (known === undefined) byPath.set(part.path, [part]);
    else known.push(part);
  }
  return byPath;
}

/** Matches paths that are left out, with all that lies below. A path that would leave out everything leaves out nothing. */
function createIgnore(paths: readonly string[]): (path: string) => boolean {
  const plain = paths.filter((path) => leadsOutside(path) === undefined).map(normalise);
  const ignored = new Set(plain.filter((path) => path !== '.'));
  return (path) => {
    const parts = path.split('/');
    return parts.some((_part, index) => ignored.has(parts.slice(0, index + 1).join('/')));
  };
}

async function matchesParts(file: ModelFile, parts: readonly SignedPart[], signal: AbortSignal): Promise<boolean> {
  if (!coversFile(parts, file.size)) return false;
  const { source, close } = await file.open();
  try {
    for (const part of parts) {
      const { start, end } = part.range ?? { start: 0, end: file.size };
      const digest = await hashRange(source, start, end, part.algorithm, signal);
      if (digest !== part.digest) return false;
    }
    return source.size === file.size;
  } finally {
    await close();
  }
}

/** Requires parts to follow each other from the first to the last byte: a gap could hold other content. */
function coversFile(parts: readonly SignedPart[], size: number): boolean {
  if (parts.some(({ range }) => range === undefined)) return parts.length === 1;
  let covered = 0;
  for (const { range } of parts.toSorted((a, b) => (a.range?.start ?? 0) - (b.range?.start ?? 0))) {
    if (range === undefined || range.start !== covered) return false;
    covered = range.end;
  }
  return covered === size;
}

async function hashRange(
  source: ByteSource,
  start: number,
  end: number,
  algorithm: SignedPart['algorithm'],
  signal: AbortSignal,
): Promise<string | undefined> {
  const hash = createHash(algorithm);
  for (let at = start; at < end; ) {
    if (signal.aborted) return undefined;
    const piece = await source.read(at, Math.min(pieceBytes, end - at));
    if (piece.length === 0) return undefined;
    hash.update(piece);
    at += piece.length;
  }
  return hash.digest('hex');
}
