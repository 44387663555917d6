/** Reads a skill from a folder: plain files within bounds. Links and special files are refused, never followed. */
import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  findPathProblem,
  isSkill,
  readSkill,
  type Skill,
  type SkillFile,
  skillLimits,
  textsAlone,
} from '../platform/tools/skill-files.ts';
import { UsageError } from './options.ts';

export interface SkillFolder {
  readonly skill: Skill;
  readonly files: readonly SkillFile[];
}

/** @throws UsageError that names the file and what is wrong with it. */
export async function readSkillFolder(folder: string): Promise<SkillFolder> {
  const files: SkillFile[] = [];
  await collect(folder, '', files);
  const skill = readSkill(files);
  if (isSkill(skill)) return { skill, files };
  throw new UsageError(`${folder} is no skill: ${skill.message}.`);
}

async function collect(folder: string, under: string, files: SkillFile[]): Promise<void> {
  const entries = await readdir(join(folder, under), { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = under === '' ? entry.name : `${under}/${entry.name}`;
    const wrong = findPathProblem(path);
    if (wrong !== undefined) throw new UsageError(`${path} is ${wrong}.`);
    if (entry.isDirectory()) await collect(folder, path, files);
    else if (entry.isFile()) files.push({ path, text: await readText(folder, path) });
    else
      throw new UsageError(
        `${path} is ${entry.isSymbolicLink() ? 'a link' : 'no plain file'}: a skill holds plain files.`,
      );
    if (files.length > skillLimits.files) throw new UsageError(`A skill has at most ${skillLimits.files} files.`);
  }
}

async function readText(folder: string, path: string): Promise<string> {
  const file = await open(join(folder, path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { size } = await file.stat();
    if (size > skillLimits.fileBytes) throw new UsageError(`${path} has more than ${skillLimits.fileBytes} bytes.`);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.readFile());
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new UsageError(`${path} is not UTF-8 text: ${textsAlone}.`, { cause });
  } finally {
    await file.close();
  }
}
