/**
 * The files of a skill: a folder of texts with a `SKILL.md`, within bounds, and its tree hash. Whoever stores, shows or
 * sends a skill reads it with this.
 */
import { sha256Hex } from '@assay/sdk/crypto';
import { readSkillHead, type SkillHead } from './skill-head.ts';

/** Bounds of one skill; bytes are those of the texts as JSON strings. A file fits into one judged text. */
export const skillLimits = { files: 64, fileBytes: 60 * 1024, bytes: 224 * 1024, pathChars: 200, depth: 8 } as const;

export const skillMain = 'SKILL.md';

export interface SkillFile {
  /** Relative, with `/` between folders. */
  readonly path: string;
  readonly text: string;
}

export interface SkillProblem {
  /** Index of the file; undefined for the folder as a whole. */
  readonly index?: number;
  /** A sentence for people, without a full stop. */
  readonly message: string;
}

export interface Skill extends SkillHead {
  readonly treeHash: string;
}

/** Gives the skill, or the first problem of its files. */
export function readSkill(files: readonly SkillFile[]): Skill | SkillProblem {
  const problem = findProblem(files);
  if (problem !== undefined) return problem;
  const main = files.findIndex(({ path }) => path === skillMain);
  const head = readSkillHead(files[main]?.text ?? '');
  if (typeof head === 'string') return { index: main, message: head };
  return { ...head, treeHash: treeHashOf(files) };
}

export function isSkill(read: Skill | SkillProblem): read is Skill {
  return 'treeHash' in read;
}

/**
 * `sha256:<hex>` of the text that `sha256sum` prints for the files, in the order of their paths:
 * `find . -type f -printf '%P\n' | LC_ALL=C sort | xargs sha256sum | sha256sum`.
 */
export function treeHashOf(files: readonly SkillFile[]): string {
  const lines = files.map(({ path, text }) => ({ path, line: `${sha256Hex(text)}  ${path}\n` }));
  // Paths are ASCII, so this is the order of bytes.
  const sorted = lines.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return `sha256:${sha256Hex(sorted.map(({ line }) => line).join(''))}`;
}

/** Says why a path cannot be a file of a skill; undefined if it can. */
export function findPathProblem(path: string): string | undefined {
  if (path.length > skillLimits.pathChars) return `a path of more than ${skillLimits.pathChars} characters`;
  const parts = path.split('/');
  if (parts.length > skillLimits.depth) return `a path of more than ${skillLimits.depth} folders`;
  if (parts.some((part) => part === '' || part === '.' || part === '..')) return 'a path that leaves the folder';
  if (parts.some((part) => part.startsWith('.'))) return 'a hidden file: copy the skill without it';
  if (!parts.every((part) => /^[A-Za-z0-9_.-]+$/.test(part))) {
    return 'a name with other characters than letters, digits, _, - and .';
  }
  return notText.test(path) ? `a model or an archive: ${textsAlone}` : undefined;
}

export const textsAlone = 'a skill holds texts alone, so keep it elsewhere (models have a registry)';

/** Endings of models and archives. Some of these formats can be written as plain text, and run code when they are loaded. */
const notText =
  /\.(?:pkl|pickle|joblib|dill|pt|pth|ckpt|bin|safetensors|gguf|ggml|onnx|h5|hdf5|keras|npy|npz|pb|tflite|mlmodel|msgpack|zip|tar|gz|tgz|bz2|xz|7z|whl|jar)$/i;

function findProblem(files: readonly SkillFile[]): SkillProblem | undefined {
  const { files: most, bytes, fileBytes } = skillLimits;
  if (files.length > most) return { message: `a skill has at most ${most} files, and this one has ${files.length}` };
  const seen = new Set<string>();
  let total = 0;
  for (const [index, { path, text }] of files.entries()) {
    const wrong = findPathProblem(path) ?? findTextProblem(text);
    if (wrong !== undefined) return { index, message: `${JSON.stringify(path)} is ${wrong}` };
    // Two names that differ in case alone are one file on many disks.
    if (seen.has(path.toLowerCase())) return { index, message: `${JSON.stringify(path)} is there twice` };
    seen.add(path.toLowerCase());
    const size = Buffer.byteLength(JSON.stringify(text));
    if (size > fileBytes) return { index, message: `${JSON.stringify(path)} has more than ${fileBytes} bytes` };
    total += size;
  }
  if (total > bytes) return { message: `a skill has at most ${bytes} bytes in all, and this one has ${total}` };
  if (!files.some(({ path }) => path === skillMain)) return { message: 'a skill needs a SKILL.md in its folder' };
  return undefined;
}

/**
 * Text that people do not see, other than line ends, tabs and the variation selector of emoji. A model would read it, and
 * nobody who reviews the skill.
 */
const unseen =
  /(?![\t\n\r])\p{Cc}|[\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]|\u034f|[\u180b-\u180f]|[\ufe00-\ufe0e]|[\u{e0100}-\u{e01ef}]/u;

function findTextProblem(text: string): string | undefined {
  const found = unseen.exec(text)?.[0];
  if (found === undefined) return undefined;
  const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const line = text.slice(0, text.indexOf(found)).split('\n').length;
  return `no text that people can read whole: line ${line} has the hidden character U+${code}`;
}
