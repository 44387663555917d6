/** The verifier as an image. */
import { createModelFileScan } from '../../src/model-file-scan.ts';
import { listVariables } from '../../src/platform/config.ts';
import { VerifierConfigSchema } from '../../src/verifier/base/config.ts';
import { startVerifier } from '../../src/verifier/start.ts';
import type { Image } from './run-image.ts';

/** Stores in PostgreSQL with `DATABASE_URL`, otherwise in the data folder. */
export const verifierImage: Image = {
  name: 'verifier',
  variables: listVariables(VerifierConfigSchema),
  async start(env) {
    const { url, close } = await startVerifier(env, undefined, { scanModelFile: createModelFileScan() });
    return { urls: { verifier: url }, close };
  },
};
