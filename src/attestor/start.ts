/** Starts the attestor as a service of its own: new key, new secret in the data folder, then it listens. */
import type { Clock } from '../platform/clock.ts';
import type { DataDir } from '../platform/data-dir.ts';
import type { RandomBytes } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import { createSecret } from '../platform/secret.ts';
import { createAttestorApp } from './app.ts';
import { type Attestor, createAttestor } from './attestor.ts';
import type { AttestorConfig } from './config.ts';
import { createSoftwareTee } from './tee/software/software.ts';
import type { Tee } from './tee/tee.ts';

export interface StartAttestorOptions {
  readonly config: AttestorConfig;
  readonly dataDir: DataDir;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  /** What the software report names as its maker. */
  readonly build: string;
}

export interface RunningAttestor {
  readonly attestor: Attestor;
  readonly url: string;
  close(): Promise<void>;
}

/** File of the per-start secret in the data folder (0600). */
export const attestorTokenFile = 'attestor-token';
const tokenBytes = 32;

/** Picks the kind of environment by configuration; a hardware kind is one more line. */
export function createTee(config: AttestorConfig, { clock, build }: { clock: Clock; build: string }): Tee {
  const kinds = { software: () => createSoftwareTee({ clock, build }) };
  return kinds[config.ATTESTOR_TEE]();
}

/** Starts listening. @throws AppError `config` when it may not start. */
export async function startAttestor(options: StartAttestorOptions): Promise<RunningAttestor> {
  const { config, dataDir, clock, randomBytes, log } = options;
  const attestor = await createAttestor({ config, clock, randomBytes, log, tee: createTee(config, options) });
  const token = config.ATTESTOR_TOKEN ?? createSecret(Buffer.from(randomBytes(tokenBytes)).toString('base64url'));
  const app = createAttestorApp({ attestor, token, host: config.ATTESTOR_HOST, log });
  const url = await app.listen({ host: config.ATTESTOR_HOST, port: config.ATTESTOR_PORT });
  // Only who got the port leaves its secret for the gateway on the same machine: a second one that is refused the port
  // must not take the first one's away.
  if (config.ATTESTOR_TOKEN === undefined) await dataDir.write(attestorTokenFile, token.reveal());
  return {
    attestor,
    url,
    async close() {
      await app.close();
      attestor.close();
    },
  };
}
