/** A skill as an agent may see it: whole and as it was approved, or not at all. Pure. */
import type { AgentServer, AgentServerTarget } from '../../contract/agent-tools.ts';
import { type SkillFile, treeHashOf } from '../../platform/tools/skill-files.ts';

export type SkillTarget = Extract<AgentServerTarget, { kind: 'skill' }>;

/** The approved files. */
export function filesOf({ tools }: Pick<AgentServer, 'tools'>): readonly SkillFile[] {
  return tools.map(({ name: path, definition: { text } }) => ({ path, text: typeof text === 'string' ? text : '' }));
}

/**
 * True if the approved files are all files of its version. False after a change of the files, until a person approves them,
 * and while a rule blocks one of them.
 */
export function isWhole({ tools, blocked }: Pick<AgentServer, 'tools' | 'blocked'>, target: SkillTarget): boolean {
  return blocked.length === 0 && treeHashOf(filesOf({ tools })) === target.tree_hash;
}
