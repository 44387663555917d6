import { describe, expect, it } from 'vitest';
import { commands } from './commands.ts';
import { firstCommands, toAreas } from './render/help-groups.ts';
import { renderMarkdown } from './render/markdown.ts';

describe('docs/cli.md', () => {
  it('matches the commands (renew it with `npx vitest run src/cli -u`)', async () => {
    await expect(renderMarkdown(commands)).toMatchFileSnapshot('../../docs/cli.md');
  });
});

describe('the commands', () => {
  it('are all in an area of the help, so that none is in More (src/cli/render/help-groups.ts)', () => {
    const areas = toAreas(commands);
    expect(areas.map(({ title }) => title)).not.toContain('More');
    const listed = areas.flatMap((area) => area.commands.map(({ name }) => name));
    expect(listed.toSorted()).toEqual(commands.map(({ name }) => name).toSorted());
    for (const name of firstCommands) expect(listed).toContain(name);
  });

  it('have unique names that no help or group hides', () => {
    const names = commands.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const groups = names.filter((name) => name.includes(' ')).map((name) => name.split(' ', 1)[0]);
    for (const reserved of ['help', ...groups]) expect(names).not.toContain(reserved);
  });

  it('leave -h and --help to the program, and no letter has two meanings', () => {
    for (const { options } of commands) {
      const letters = Object.values(options).flatMap(({ short }) => short ?? []);
      expect([...letters, ...Object.keys(options)]).not.toContain('h');
      expect(Object.keys(options)).not.toContain('help');
      expect(new Set(letters).size).toBe(letters.length);
    }
  });
});
