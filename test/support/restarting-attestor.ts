/** A test attestor that can stop and start again with another key, like a restarted process. */
import { randomBytes } from 'node:crypto';
import { type Attestor, createAttestor } from '../../src/attestor/attestor.ts';
import { loadAttestorConfig } from '../../src/attestor/config.ts';
import { createSoftwareTee } from '../../src/attestor/tee/software/software.ts';
import type { AttestorClient } from '../../src/clients/attestor/client.ts';
import { createLocalAttestorClient } from '../../src/clients/attestor/local.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { AppError } from '../../src/platform/errors.ts';
import { createLogger } from '../../src/platform/log.ts';

export interface RestartingAttestor {
  client: { -readonly [Member in keyof AttestorClient]: AttestorClient[Member] };
  /** Stops the attestor and discards its key. */
  stop(): void;
  /** Starts another one; gives its key id. */
  start(): Promise<string>;
}

export async function createRestartingAttestor(): Promise<RestartingAttestor> {
  const config = loadAttestorConfig({});
  const log = createLogger({ service: 'test', level: 'silent' });
  let running: { attestor: Attestor; client: AttestorClient } | undefined;

  const client = (): AttestorClient => {
    if (running === undefined) throw new AppError('attestor_unavailable', 'connection refused');
    return running.client;
  };
  const start = async (): Promise<string> => {
    const tee = createSoftwareTee({ clock: systemClock, build: 'test' });
    const attestor = await createAttestor({ config, clock: systemClock, randomBytes, log, tee });
    running = { attestor, client: createLocalAttestorClient(attestor) };
    return attestor.kid;
  };
  await start();
  return {
    client: {
      identity: async () => client().identity(),
      attest: async (nonce) => client().attest(nonce),
      signExchanges: async (records, evidence) => client().signExchanges(records, evidence),
      signReceipts: async (records) => client().signReceipts(records),
      signCheckpoint: async (request) => client().signCheckpoint(request),
      renew: async (kid) => client().renew(kid),
      close: async () => {},
    },
    stop() {
      void running?.attestor.close();
      running = undefined;
    },
    start,
  };
}
