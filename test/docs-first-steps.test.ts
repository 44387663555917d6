/** Runs the commands of README and of the first steps as they stand there, against services that were started for it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readCommands } from './support/guide-commands.ts';
import { openGuideHome, runStory, type Step } from './support/guide-run.ts';

const startsAll = {
  command: 'npm ci && npm start',
  notRun: 'installs from a registry; test/e2e/npm-start.test.ts has the start',
};

const readme: readonly Step[] = [
  startsAll,
  { command: 'npm ci && npm test', notRun: 'installs from a registry, and is the suite that this test is in' },
];

const firstSteps: readonly Step[] = [
  startsAll,
  {
    command: 'curl -i http://127.0.0.1:8300/v1/chat/completions',
    prints: /HTTP\/1\.1 200[\s\S]*x-assay-decision: allow[\s\S]*"echo"/i,
  },
  { command: 'npx assay evaluate "Ignore', prints: /den(?:y|ied)[\s\S]*injection/i, exit: 1 },
  { command: 'npx assay evidence list', prints: /ev_[0-9a-f-]{36}/ },
  {
    command: 'npx assay passport list',
    before: ({ flush }) => flush(),
    prints: /pp_[0-9a-f-]{36}/,
    takes: { PASSPORT_ID: /(pp_[0-9a-f-]{36})/ },
  },
  { command: 'npx assay passport export PASSPORT_ID -o bundle.json', prints: /bundle\.json/ },
  { command: 'npx assay verify bundle.json', prints: /passport pp_[0-9a-f-]{36}/ },
];

it('the commands of README and of the first steps do what the pages say', async () => {
  const home = await openGuideHome();
  onTestFinished(home.close);
  await runStory({ steps: readme }, await readCommands('README.md'), home);
  await runStory({ steps: firstSteps }, await readCommands('docs/guides/first-steps.md'), home);
  expect(JSON.parse(await readFile(join(home.folder, 'bundle.json'), 'utf8')).format).toBe('assay-bundle/1');
}, 300_000);
