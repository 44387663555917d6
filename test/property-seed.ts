/**
 * Property tests draw new examples in every run. CI sets `ASSAY_TEST_SEED`, so that a failure there comes from the change and is
 * reproducible; a failing seed is printed with its counterexample.
 */
import fc from 'fast-check';

const seed = process.env['ASSAY_TEST_SEED'];
if (seed !== undefined) fc.configureGlobal({ seed: Number.parseInt(seed, 10) });
