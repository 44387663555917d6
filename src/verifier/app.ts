/** The verifier: checks evidence, appraises it, and issues passports (DESIGN 1, step 6). Everything is wired here. */
import { Registry } from 'prom-client';
import type { Clock } from '../platform/clock.ts';
import type { DataDir } from '../platform/data-dir.ts';
import type { Database } from '../platform/db/db.ts';
import { migrate } from '../platform/db/migrate.ts';
import { createAccess } from '../platform/http/access.ts';
import { createHttpApp, type HttpApp } from '../platform/http/app.ts';
import { loadOperatorToken } from '../platform/http/operator-token.ts';
import type { RandomBytes } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import { createAgents } from './agents/service.ts';
import { createAgentStore } from './agents/store.ts';
import { createAttestations } from './attestations/service.ts';
import { createAttestationStore } from './attestations/store.ts';
import { issuerOf, type VerifierConfig } from './config.ts';
import { createEvidenceCoverage } from './evidence/coverage.ts';
import { createIngest } from './evidence/ingest.ts';
import { createIngestMetrics } from './evidence/ingest-metrics.ts';
import { createKeyRing } from './evidence/key-ring.ts';
import { createEvidenceReader } from './evidence/service.ts';
import { createEvidenceStore } from './evidence/store.ts';
import { features, type Services, verifierMigrations } from './features.ts';
import { createVerifierKeys } from './keys/service.ts';
import { createBundles } from './passports/bundle.ts';
import { issuePassport } from './passports/issue.ts';
import { createRenewal, type Renewal } from './passports/renewal.ts';
import { createPassports } from './passports/service.ts';
import { createPassportStore } from './passports/store.ts';
import { defaultOrganisation } from './tenancy.ts';

export interface VerifierDeps {
  readonly config: VerifierConfig;
  readonly database: Database;
  readonly dataDir: DataDir;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
}

export interface Verifier {
  readonly app: HttpApp;
  readonly services: Services;
  readonly renewal: Renewal;
  /** Answers what is under way, issues what waits; the database stays open for whoever opened it. */
  close(): Promise<void>;
}

/** Release of the verifier, named in passports and in `/health`. */
export const build = '0.1.0';

/** Builds the verifier over an open database: migrates it, makes what a first start needs, covers what waits. */
export async function createVerifier(deps: VerifierDeps): Promise<Verifier> {
  const { config, database, dataDir, clock, randomBytes, log } = deps;
  const { db } = database;
  await migrate(db, verifierMigrations, clock);
  const operatorToken = await loadOperatorToken(dataDir, randomBytes);
  const registry = new Registry();
  const { services, renewal, coverWaiting } = await createServices(deps, registry);
  await services.agents.ensureDefault(defaultOrganisation);
  await coverWaiting();

  const app = createHttpApp({
    service: 'verifier',
    version: build,
    log,
    access: createAccess({ host: config.VERIFIER_HOST, accessToken: config.ASSAY_ACCESS_TOKEN, operatorToken }),
    openapi: { title: 'Assay verifier', description: 'Evidence, key attestations, passports and agents' },
    registry,
    health: () => ({ ready: true, database: database.kind, passports_waiting: renewal.countWaiting() }),
  });
  for (const feature of features) app.register(async (scope) => feature.routes(services)(scope));
  return {
    app,
    services,
    renewal,
    async close() {
      await app.close();
      await renewal.close();
    },
  };
}

async function createServices(deps: VerifierDeps, registry: Registry) {
  const { config, database, dataDir, clock, randomBytes, log } = deps;
  const { db } = database;
  const keys = await createVerifierKeys({ db, dataDir, clock });
  const agents = createAgents({
    store: createAgentStore(db),
    clock,
    randomBytes,
    trustDomain: config.ASSAY_TRUST_DOMAIN,
  });
  const attestations = createAttestations({ store: createAttestationStore(db), clock, randomBytes });
  const passportStore = createPassportStore(db);
  const coverage = createEvidenceCoverage();
  const renewal = createRenewal({
    issue: (orgId, group) =>
      issuePassport(
        {
          store: passportStore,
          coverage,
          findAttestations: attestations.findByKids,
          key: keys.active,
          clock,
          randomBytes,
          issuer: issuerOf(config),
          ttlS: config.VERIFIER_PASSPORT_TTL_S,
          build,
        },
        orgId,
        group,
      ),
    clock,
    intervalMs: config.VERIFIER_PASSPORT_RENEW_MS,
    log,
  });

  const evidenceStore = createEvidenceStore(db);
  const ingest = createIngest({
    store: evidenceStore,
    keys: createKeyRing(attestations.findByKids),
    clock,
    metrics: createIngestMetrics(registry),
    ensureKnownAgents: agents.ensureKnown,
    onStored: renewal.cover,
  });
  const evidence = createEvidenceReader({ store: evidenceStore, findAttestations: attestations.findByKids });
  const passports = createPassports({ store: passportStore, clock, findAttestations: attestations.findByHashes });
  const bundles = createBundles({ passports, evidence, findAttestations: attestations.findByKids, keys, clock });
  const services: Services = { agents, attestations, ingest, evidence, passports, bundles, keys };
  const coverWaiting = async () => {
    for (const { orgId, group } of await coverage.listWaiting(db)) {
      await renewal.cover(orgId, [{ group, decisionTier: 'none' }]);
    }
  };
  return { services, renewal, coverWaiting };
}
