/** An app of type skill: a folder of texts. Nothing runs; MCP gateways show its files. */
import type { InstallationConfig } from '../../../../contract/api/installations/shapes.ts';
import { unprocessable } from '../../../../platform/refusals.ts';
import { isSkill, readSkill, type Skill, type SkillFile } from '../../../../platform/tools/skill-files.ts';
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
