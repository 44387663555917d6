/**
 * Opens the artifact of a request: a file or folder below the allowed roots, or bytes in the request. A path is resolved, opened
 * once without following links, and compared with the resolved one, so that no link leads out of the roots.
 */

import { constants } from 'node:fs';
import { type FileHandle, open, readdir, realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path';

export interface ArtifactFile {
  /** Relative to the artifact, with `/`; the base name for a single file. */
  name: string;
  path: string;
}

export interface Artifact {
  kind: 'file' | 'folder';
  /** The resolved path. */
  path: string;
  files: ArtifactFile[];
  /** Entries that cannot be inspected (links out of the roots, sockets), with the reason. */
  skipped: { name: string; reason: SkipReason }[];
}

export type SkipReason = 'link_outside' | 'special_file' | 'too_many_files';

/** The path cannot be used. The message is for the caller and names no path of this machine. */
export class ArtifactError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ArtifactError';
  }
}

const noRoots =
  'no folder is allowed: name the folders with models in MODEL_SECURITY_ROOTS, or send metadata.artifact_base64';
const outside = 'metadata.artifact_path is not in a folder of MODEL_SECURITY_ROOTS';

/** Finds a file or folder below the roots. @throws ArtifactError when there is none, or it lies elsewhere. */
export async function findArtifact(path: string, roots: readonly string[], maxFiles: number): Promise<Artifact> {
  if (path.includes('\0')) throw new ArtifactError('metadata.artifact_path contains a NUL');
  if (roots.length === 0) throw new ArtifactError(noRoots);
  const realRoots = await resolveRoots(roots);
  const first = realRoots[0];
  if (first === undefined) throw new ArtifactError(outside);
  const real = await resolvePath(isAbsolute(path) ? path : resolve(first, path));
  // Gives the same answer for missing and forbidden paths, so that nothing is told about files outside.
  if (real === undefined || !isBelow(real, realRoots)) throw new ArtifactError(`${outside}, or does not exist`);
  const status = await stat(real);
  if (status.isFile()) return { kind: 'file', path: real, files: [{ name: basename(real), path: real }], skipped: [] };
  if (!status.isDirectory()) throw new ArtifactError('metadata.artifact_path is neither a file nor a folder');
  return listFolder(real, realRoots, maxFiles);
}

export interface OpenFile {
  handle: FileHandle;
  size: number;
}

/** Opens a file that `findArtifact` resolved. @throws ArtifactError if the path now leads to another file. */
export async function openArtifact(path: string): Promise<OpenFile> {
  // Without O_NONBLOCK, opening a named pipe would never return.
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const opened = await handle.stat();
    const now = await stat(await realpath(path));
    const isSame =
      opened.isFile() && now.dev === opened.dev && now.ino === opened.ino && (await realpath(path)) === path;
    if (!isSame) throw new ArtifactError('the file changed while it was opened');
    return { handle, size: opened.size };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function resolveRoots(roots: readonly string[]): Promise<string[]> {
  const found = await Promise.all(roots.map(resolvePath));
  return found.filter((root) => root !== undefined);
}

async function resolvePath(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP' || code === 'EACCES' || code === 'ENAMETOOLONG') {
      return undefined;
    }
    throw error;
  }
}

function isBelow(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep));
}

const maxFolderDepth = 32;

async function listFolder(folder: string, roots: readonly string[], maxFiles: number): Promise<Artifact> {
  const artifact: Artifact = { kind: 'folder', path: folder, files: [], skipped: [] };
  const pending = [{ path: folder, depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const entry of await readdir(next.path, { withFileTypes: true })) {
      const path = join(next.path, entry.name);
      const name = relative(folder, path).split(sep).join('/');
      if (artifact.files.length + artifact.skipped.length >= maxFiles || next.depth > maxFolderDepth) {
        artifact.skipped.push({ name: '', reason: 'too_many_files' });
        return sorted(artifact);
      }
      if (entry.isDirectory()) pending.push({ path, depth: next.depth + 1 });
      else if (entry.isFile()) artifact.files.push({ name, path });
      else if (entry.isSymbolicLink()) await addLinked(artifact, name, path, roots);
      else artifact.skipped.push({ name, reason: 'special_file' });
    }
  }
  return sorted(artifact);
}

/** Model caches link their files. A link to a file below the roots counts as that file; folders behind links are not entered. */
async function addLinked(artifact: Artifact, name: string, path: string, roots: readonly string[]): Promise<void> {
  const real = await resolvePath(path);
  const isFile = real !== undefined && isBelow(real, roots) && (await stat(real)).isFile();
  if (isFile) artifact.files.push({ name, path: real });
  else artifact.skipped.push({ name, reason: 'link_outside' });
}

function sorted(artifact: Artifact): Artifact {
  artifact.files.sort((left, right) => (left.name < right.name ? -1 : 1));
  return artifact;
}
