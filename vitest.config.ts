import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: [
      'src/**/*.test.ts',
      'sdk/src/**/*.test.ts',
      'test/**/*.test.ts',
      'bench/**/*.test.ts',
      'detection/**/*.test.ts',
      'examples/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    setupFiles: ['test/property-seed.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
