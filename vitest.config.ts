import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { alone, long, slow } from './test/suites.ts';
import { makeTempFolder } from './test/support/temp-folder.ts';
import { waitLimitMs } from './test/support/wait-limit.ts';

const anywhere = (files: readonly string[]): string[] => files.map((file) => `**/${file}`);
const outside = '**/node_modules/**';

const everything = '{bench,client,console,detection,examples,scripts,sdk,src,test}/**/*.test.ts';

interface Suite {
  readonly name: string;
  readonly include: string[];
  readonly exclude: readonly string[];
}

/**
 * Importing a verifier takes two seconds, so the files of a project share processes and their modules. Each project transforms
 * and loads the modules anew, so the quick suite is one project and what must be alone. No file finds what another left: modules
 * keep nothing but what they compute (state comes from factories), and `test/left-behind.ts` fails a file that changes the
 * process.
 */
const shared = ({ name, include, exclude }: Suite) => ({
  extends: true as const,
  test: { name, include, exclude: [outside, ...anywhere([...alone, ...exclude])], isolate: false, globalSetup },
});

/** Each file in a process of its own. */
const isolated = ({ name, include, exclude }: Suite) => ({
  extends: true as const,
  test: { name, include, exclude: [outside, ...anywhere(exclude)], globalSetup },
});

/** What tests start as processes is bundled once. */
const globalSetup = 'test/bundle-services.ts';

const aloneQuick = alone.filter((file) => !slow.includes(file) && !long.includes(file));
const aloneSlow = alone.filter((file) => slow.includes(file));

/**
 * `npm test` runs the projects `quick-*`, `npm run test:all` every project. `test/suites.ts` says which file is where.
 * The mode `all` lets property tests try all their examples (`test/support/runs.ts`).
 */
export default defineConfig(({ mode }) => ({
  resolve: { conditions: ['assay-source'] },
  ssr: { resolve: { conditions: ['assay-source'] } },
  test: {
    projects: [
      shared({ name: 'quick-shared', include: [everything], exclude: [...slow, ...long] }),
      isolated({ name: 'quick-alone', include: anywhere(aloneQuick), exclude: [] }),
      shared({ name: 'slow', include: anywhere(slow), exclude: long }),
      isolated({ name: 'slow-alone', include: anywhere(aloneSlow), exclude: [] }),
      isolated({ name: 'long', include: anywhere(long), exclude: [] }),
    ],
    setupFiles: 'test/setup.ts',
    env: { ASSAY_TEST_MODE: mode, TMPDIR: makeTempFolder() },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: waitLimitMs, interval: 50 } },
    maxWorkers: Math.max(2, Math.min(8, availableParallelism())),
    restoreMocks: true,
  },
}));
