/** Runs the commands of the guides as it stands there. A story in `test/guides` says what each command prints. */
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runElsewhere, stories } from './guides/stories.ts';
import { listPages, root } from './support/doc-pages.ts';
import { readCommands, splitCommands } from './support/guide-commands.ts';
import { openGuideHome, runStory } from './support/guide-run.ts';

const pageOf = (name: string): string => `docs/guides/${name}.md`;

describe('the commands of the guide', () => {
  it.each(stories)(
    '$page do what the page says',
    async (story) => {
      const home = await openGuideHome(story.settings);
      onTestFinished(home.close);
      await runStory(story, await readCommands(pageOf(story.page)), home);
    },
    900_000,
  );
});

describe('the guides', () => {
  const named = [...stories.map(({ page }) => page), ...Object.keys(runElsewhere)];

  it('with commands have a story, or a test of their own: once', async () => {
    const pages = (await listPages(join(root, 'docs/guides'))).map((page) => basename(page, '.md'));
    const withCommands = [];
    for (const page of pages) if ((await readCommands(pageOf(page))).length > 0) withCommands.push(page);
    expect(withCommands.length).toBeGreaterThan(15);
    expect([...named].sort()).toEqual(withCommands.sort());
  });

  it('have every command in a block that says that it is one, so that no command goes untested', async () => {
    for (const page of await listPages(join(root, 'docs/guides'))) {
      const text = await readFile(page, 'utf8');
      expect(text.match(/^(?: {4}|```(?:te?xt)?\n)(?:\$ )?(?:npx |assay |curl |npm ).*/gm), page).toBeNull();
    }
  });
});

describe('a script', () => {
  it('is split at the end of each command, not inside of continued lines, loops, quotes and here-documents', () => {
    const commands = [
      'assay one \\\n  --two',
      'for word in a \\\n  b\ndo echo $word; done',
      'curl -d \'{\n  "a": 1\n}\' http://127.0.0.1',
      "cat > file <<'JSON'\n{}\nassay inside\nJSON",
      'assay three   # why',
    ];
    expect(splitCommands(`# first\n\n${commands.join('\n')}\n`)).toEqual(commands);
  });
});

describe('a story', () => {
  it('fails for a page that has another command, a further one, or one less', async () => {
    const story = { steps: [{ command: 'assay one', notRun: 'only its place counts here' }] };
    const home = await openGuideHome();
    onTestFinished(home.close);
    const read = (...commands: string[]) => runStory(story, commands, home);
    await read('assay one --more');
    await expect(read('assay two')).rejects.toThrow('where the page has: assay two');
    await expect(read('assay one', 'assay two')).rejects.toThrow('no further step');
    await expect(read()).rejects.toThrow('assay one');
  });
});
