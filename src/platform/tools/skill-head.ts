/**
 * Reads name and description from the head of a `SKILL.md` (agentskills.io): YAML between two lines of `---`. Only these two
 * members are read, each as a plain, quoted or block text. Other members are for the agent, who gets the file as it is.
 */

export interface SkillHead {
  /** Lower-case letters, digits and single hyphens, at most 64. */
  readonly name: string;
  /** What the skill does and when to use it: one line, at most 1,024 characters. */
  readonly description: string;
}

const namePattern = /^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;
const maxDescription = 1_024;

/** Gives the head, or a sentence that says what is wrong. */
export function readSkillHead(text: string): SkillHead | string {
  const lines = text.split(/\r?\n/);
  const end = lines.indexOf('---', 1);
  if (lines[0] !== '---' || end < 0) return 'SKILL.md has to begin with a head between two lines of ---';
  const members = readMembers(lines.slice(1, end));
  const name = members.get('name') ?? '';
  if (!namePattern.test(name)) {
    return 'the head of SKILL.md needs a name of lower-case letters, digits and single hyphens, at most 64';
  }
  const description = members.get('description') ?? '';
  if (description === '' || description.length > maxDescription) {
    return `the head of SKILL.md needs a description of 1 to ${maxDescription} characters`;
  }
  return { name, description };
}

/** Top-level members with a text; the first of a name counts. */
function readMembers(lines: readonly string[]): ReadonlyMap<string, string> {
  const members = new Map<string, string>();
  for (const [at, line] of lines.entries()) {
    const [, name, value] = /^([A-Za-z][A-Za-z0-9_-]*):(?:\s+(.*))?$/.exec(line) ?? [];
    if (name === undefined || members.has(name)) continue;
    members.set(name, readText(value?.trim() ?? '', continuationOf(lines, at + 1)));
  }
  return members;
}

/** The indented and empty lines that follow. */
function continuationOf(lines: readonly string[], from: number): readonly string[] {
  const rest = lines.slice(from);
  const end = rest.findIndex((line) => line !== '' && !/^\s/.test(line));
  return (end < 0 ? rest : rest.slice(0, end)).map((line) => line.trim()).filter((line) => line !== '');
}

function readText(value: string, more: readonly string[]): string {
  if (/^[>|][+-]?$/.test(value)) return more.join(' ');
  const whole = [value, ...more].join(' ').trim();
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(whole)?.[1];
  if (quoted !== undefined) return quoted.replace(/\\(["\\])/g, '$1');
  const single = /^'((?:[^']|'')*)'$/.exec(whole)?.[1];
  return single === undefined ? whole : single.replaceAll("''", "'");
}
