import { env } from 'node:process';

/** Whether costly tests run whole: `npm run test:all` sets the mode `all` (`vitest.config.ts`). */
export const isWholeSuite = env['ASSAY_TEST_MODE'] === 'all';

/**
 * How many examples a costly property tries: all of them in `npm run test:all`, a tenth in `npm test`.
 * @param whole the number of the whole suite, at least 1
 */
export const runs = (whole: number): number => (isWholeSuite ? whole : Math.ceil(whole / 10));
