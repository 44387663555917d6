/** The attestor image: the smallest service, because its memory holds the signing key. */
import { randomBytes } from 'node:crypto';
import manifest from '../../package.json' with { type: 'json' };
import { attestorVariables, loadAttestorConfig } from '../../src/attestor/config.ts';
import { startAttestor } from '../../src/attestor/start.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { listVariables } from '../../src/platform/config.ts';
import { openDataDir } from '../../src/platform/data-dir.ts';
import { createLogger } from '../../src/platform/log.ts';
import type { Image } from './run-image.ts';

/** Signs for the gateway that presents `ATTESTOR_TOKEN`. */
export const attestorImage: Image = {
  name: 'attestor',
  variables: listVariables(attestorVariables),
  async start(env) {
    const config = loadAttestorConfig(env, (message) => process.stderr.write(`${message}\n`));
    const dataDir = await openDataDir(config.ASSAY_DATA_DIR);
    const log = createLogger({ service: 'attestor', level: config.ASSAY_LOG_LEVEL });
    const attestor = await startAttestor({
      config,
      dataDir,
      clock: systemClock,
      randomBytes,
      log,
      build: `assay/${manifest.version}`,
    });
    return { urls: { attestor: attestor.url }, close: () => attestor.close() };
  },
};
