/** Wires the verifier, which checks evidence, appraises it, and issues passports. */
import { Registry } from 'prom-client';
import { migrate } from '../platform/db/migrate.ts';
import { createAccess } from '../platform/http/access.ts';
import { createHttpApp, type HttpApp } from '../platform/http/app.ts';
import { loadOperatorToken } from '../platform/http/operator-token.ts';
import type { SvidSource } from '../platform/tls/svid-source.ts';
import type { Renewal } from './attestation/passports/renewal.ts';
import { addGuard } from './base/access/guard.ts';
import { createRefusalLog } from './base/access/refusals.ts';
import { build } from './base/build.ts';
import { isAuthenticationRequired, trustedProxiesOf } from './base/config.ts';
import { toAuthor } from './base/control/author.ts';
import { addStorableCheck } from './base/storable.ts';
import { defaultOrganisation } from './base/tenancy.ts';
import { uploadTimeoutMs } from './composition/model-registry/upload-routes.ts';
import { announceKeys } from './configuration/gateways/announce-keys.ts';
import { features, type Services, verifierMigrations } from './features.ts';
import { startVerifierIdentity } from './identity/spiffe/own-identity.ts';
import { createServices, type VerifierDeps } from './wiring.ts';

export interface Verifier {
  readonly app: HttpApp;
  readonly services: Services;
  readonly renewal: Renewal;
  /** The identity at the mTLS port; undefined without that port. */
  readonly identity: SvidSource | undefined;
  /** Finishes open calls and waiting issues. The database stays open: its opener closes it. */
  close(): Promise<void>;
}

/** Builds the verifier over an open database: migrates it, creates what a first start needs, covers waiting evidence. */
export async function createVerifier(deps: VerifierDeps): Promise<Verifier> {
  const { config, database, dataDir, clock, randomBytes, log } = deps;
  const { db } = database;
  await migrate(db, verifierMigrations, clock);
  const operatorToken = await loadOperatorToken(dataDir, randomBytes);
  const registry = new Registry();
  const { services, renewal, coverWaiting } = await createServices({ ...deps, operatorToken }, registry);
  await services.workspaces.ensureDefaults();
  await services.defaultToolRules.makeMissing();
  await services.agents.ensureDefault(defaultOrganisation);
  await services.agents.ensureClients();
  await announceKeys({ ...services, clock });
  await coverWaiting();
  const identity = config.VERIFIER_MTLS_PORT === undefined ? undefined : await startVerifierIdentity(deps, services);

  const app = createHttpApp({
    service: 'verifier',
    beforeRoutes: (scope) => {
      addGuard(scope, {
        findAgentAccess: services.agents.findAccess,
        refusals: createRefusalLog({ db, audit: services.audit, clock }),
        // Only the operator token can name another organisation than its own, and that one must exist.
        async assertOrganisation({ caller }) {
          if (caller.organisation === defaultOrganisation) return;
          await services.workspaces.getOrganization(db, toAuthor(caller), caller.organisation);
        },
      });
      addStorableCheck(scope);
    },
    version: build,
    log,
    longestBodyMs: uploadTimeoutMs,
    trustedProxies: trustedProxiesOf(config),
    access: services.mcp.handOver.before(
      createAccess({
        host: config.VERIFIER_HOST,
        accessToken: config.ASSAY_ACCESS_TOKEN,
        operatorToken,
        isRequired: isAuthenticationRequired(config),
        identify: {
          ...(deps.identify ?? services.authentication.identify),
          bySession: services.consoleAccess.browserSessions.findCaller,
        },
      }),
    ),
    openapi: {
      title: 'Assay verifier',
      description: 'Evidence, key attestations, passports and agents',
      server: 'http://127.0.0.1:8200',
    },
    registry,
    challengeOf: services.authentication.challengeOf,
    health: () => ({
      ready: true,
      database: database.kind,
      passports_waiting: renewal.countWaiting(),
      problems: services.gateways.problems(),
      ...(identity === undefined ? {} : { identity: identity.state() }),
    }),
  });
  for (const feature of features) app.register(async (scope) => feature.routes(services)(scope));
  return {
    app,
    services,
    renewal,
    identity,
    async close() {
      await services.hourly.close();
      await services.closeComposition();
      await services.credentialSchedule.close();
      await services.installationSchedule.close();
      await identity?.close();
      await app.close();
      await services.failedSignIns.flush();
      await services.outbound.flush();
      await renewal.close();
    },
  };
}
