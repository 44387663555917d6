/** Starts the verifier as a process or as part of one: opens its data folder and database, listens, and stops cleanly. */
import { randomBytes } from 'node:crypto';
import { systemClock } from '../platform/clock.ts';
import type { Environment } from '../platform/config.ts';
import { openDataDir } from '../platform/data-dir.ts';
import { createDb } from '../platform/db/db.ts';
import { assertBindable } from '../platform/http/access.ts';
import type { Closing } from '../platform/http/app.ts';
import { createLogger, type Logger } from '../platform/log.ts';
import { createVerifier, type Verifier } from './app.ts';
import { isAuthenticationRequired, loadVerifierConfig } from './base/config.ts';
import { listenByMtls } from './identity/spiffe/own-identity.ts';
import type { VerifierDeps } from './wiring.ts';

export interface RunningVerifier extends Verifier {
  /** Its address, e.g. `http://127.0.0.1:8200`. */
  readonly url: string;
  /** Its mTLS address; undefined without that port. */
  readonly mtlsUrl: string | undefined;
  readonly closing: Closing;
  /** Sets the address of the gateway beside it. Counts unless VERIFIER_GATEWAY_URL names one. */
  useGateway(url: string): void;
}

/** Parts that a program provides to the verifier, which imports no auditor. */
export type ProvidedParts = Pick<VerifierDeps, 'consoleFolder' | 'scanModelFile'>;

/** Starts the verifier. `close` ends everything, the database last. */
export async function startVerifier(
  env: Environment,
  log?: Logger,
  brought: ProvidedParts = {},
): Promise<RunningVerifier> {
  const config = loadVerifierConfig(env);
  assertBindable(config.VERIFIER_HOST, config.ASSAY_ACCESS_TOKEN, isAuthenticationRequired(config));
  const logger =
    log ?? createLogger({ service: 'verifier', level: config.ASSAY_LOG_LEVEL, format: config.ASSAY_LOG_FORMAT });
  const dataDir = await openDataDir(config.ASSAY_DATA_DIR);
  const database = await createDb({ dataDir: dataDir.path, databaseUrl: config.DATABASE_URL?.reveal(), log: logger });
  try {
    const verifier = await createVerifier({
      config,
      database,
      dataDir,
      clock: systemClock,
      randomBytes,
      log: logger,
      ...brought,
    });
    const url = await verifier.app.listen({ host: config.VERIFIER_HOST, port: config.VERIFIER_PORT });
    const { app, identity } = verifier;
    const fail = async (error: unknown): Promise<never> => {
      await verifier.close();
      throw error;
    };
    const parts = { config, clock: systemClock, log: logger };
    const mtls = identity === undefined ? undefined : await listenByMtls({ app, identity }, parts).catch(fail);
    return {
      ...verifier,
      url,
      mtlsUrl: mtls?.url,
      closing: app,
      useGateway: verifier.services.gatewayAddress.use,
      async close() {
        try {
          await Promise.all([mtls?.close(), verifier.close()]);
        } finally {
          await database.close();
        }
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
