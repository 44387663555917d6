/**
 * An app of type skill: a folder of texts. Nothing runs. Installing it approves and pins each file in the form of a tool
 * definition named by its path; so the files are compared, judged, withheld and approved as tools are. Gateways show them as
 * resources and a prompt, and never as tools.
 */
import type { InstallationConfig } from '../../../../contract/api/installations/shapes.ts';
import { unprocessable } from '../../../../platform/refusals.ts';
import { isSkill, readSkill, type Skill, type SkillFile, skillMain } from '../../../../platform/tools/skill-files.ts';
import type { AppVersion } from '../../app-catalog/ports.ts';
import { assertNothing } from '../config-values.ts';

export interface SkillTarget {
  readonly kind: 'skill';
  readonly skill: Skill;
  readonly files: readonly SkillFile[];
}

/** @throws AppError `unprocessable` with a `reason` and the place. */
export function toSkillTarget({ skillFiles: files }: AppVersion, config: InstallationConfig): SkillTarget {
  assertNothing(config, ['variables', 'headers', 'environment', 'url', 'joins']);
  const skill = readSkill(files);
  if (isSkill(skill)) return { kind: 'skill', skill, files };
  throw unprocessable('skill_invalid', '/version', `this version of the skill cannot be used: ${skill.message}`);
}

/** Gives the files in the form in which everything that apps show is hashed and compared. */
export function showSkill({ skill: { name, description }, files }: SkillTarget): readonly unknown[] {
  return files.map(({ path, text }) => ({
    name: path,
    inputSchema: { type: 'object' },
    text,
    ...(path === skillMain ? { title: name, description } : {}),
  }));
}
