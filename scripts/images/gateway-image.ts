/** The gateway image: alone, or with auditors and attestor in its process (`--only gateway,auditors`). */
import { parseArgs } from 'node:util';
import { startServices } from '../../src/services.ts';
import type { Image } from './run-image.ts';

/** Starts the services of `--only`; the verifier has its own image. */
export const gatewayImage: Image = {
  name: 'gateway',
  async start(env, args) {
    const { values } = parseArgs({ args: [...args], options: { only: { type: 'string', default: 'gateway' } } });
    const report = (message: string) => process.stderr.write(`${message}\n`);
    return startServices({ env, only: values.only.split(','), report });
  },
};
