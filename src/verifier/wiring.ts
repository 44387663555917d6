/** Wires the services of the verifier, which the endpoint groups need, over an open database. */

import type { Registry } from 'prom-client';
import type { Clock } from '../platform/clock.ts';
import type { DataDir } from '../platform/data-dir.ts';
import { withCommits } from '../platform/db/after-commit.ts';
import type { Database } from '../platform/db/db.ts';
import type { Identify } from '../platform/http/access.ts';
import { createGuardedFetch } from '../platform/http/guarded-fetch.ts';
import { createRateBound } from '../platform/http/rate-bound.ts';
import type { RandomBytes } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import { toMcpSettings } from '../platform/mcp/variables.ts';
import { schedule } from '../platform/schedule.ts';
import type { Secret } from '../platform/secret.ts';
import type { CheckKeyAttestation } from './attestation/appraisal/hardware-check.ts';
import { createAttestationServices } from './attestation/create.ts';
import { createEvidenceStore } from './attestation/evidence/store.ts';
import { issuerOf, mcpGatewayUrlOf, outboundAllowOf, outboundPortsOf, type VerifierConfig } from './base/config.ts';
import { createIdempotency } from './base/idempotency/service.ts';
import { createVerifierKeys } from './base/keys/service.ts';
import { createLateBound } from './base/late-bound.ts';
import { createMount } from './base/mount.ts';
import { createAccessReviewServices } from './composition/access-reviews/create.ts';
import { createCompositionPlane } from './composition/create.ts';
import type { ScanModelFile } from './composition/model-registry/create.ts';
import { createOverviews } from './composition/overview/service.ts';
import { createControlPlane } from './configuration/create.ts';
import { startHourly } from './configuration/lifecycle/hourly.ts';
import { createDelegationPlane } from './delegation/create.ts';
import type { Services } from './features.ts';
import { createConsoleAccess } from './front/console/create.ts';
import { consoleFolder } from './front/console/folder.ts';
import { createHandOver } from './front/mcp/call-handover.ts';
import { createPages } from './front/pages/create.ts';
import { withErrorPages } from './front/pages/error-pages.ts';
import { toOAuthErrorPage } from './front/pages/oauth-error-page.ts';
import { pageHeaders } from './front/pages/page-headers.ts';
import { createIdentityPlane } from './identity/create.ts';
import { removeIdleClients } from './identity/issuer/idle-clients.ts';
import { toMcpAudience } from './identity/issuer/mcp-resource.ts';
import type { ScryptCost } from './identity/people/password-hash.ts';
import { createLifecycleHooks, type LifecycleHooks } from './lifecycle-hooks.ts';
import { createToolsPlane } from './tools/create.ts';

export interface VerifierDeps {
  readonly config: VerifierConfig;
  readonly database: Database;
  readonly dataDir: DataDir;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  /** True if work starts by itself: workflow runs, webhooks, installations …; true if absent. Tests start it themselves. */
  readonly isScheduled?: boolean;
  /** Checks key attestations; the rules of the proof folder with the pinned vendor roots if absent. */
  readonly checkAttestation?: CheckKeyAttestation;
  /** Scans model files; without it, files are not scanned. */
  readonly scanModelFile?: ScanModelFile;
  /** Identifies callers before every other credential. Only tests set it, to pass in callers. */
  readonly identify?: Identify;
  /** Folder of the built console; beside the bundle or in the repository if absent. */
  readonly consoleFolder?: string;
  /** Cost of new password hashes; the current one if absent. Only tests set it, which need no slow hashes. */
  readonly passwordCost?: ScryptCost;
}

/** Creates all services. `coverWaiting` issues passports for evidence that none covers yet. */
export async function createServices(deps: VerifierDeps & { readonly operatorToken: Secret }, registry: Registry) {
  const { config, database, dataDir, clock, randomBytes, log, isScheduled = true } = deps;
  const db = withCommits(database.db);
  const keys = await createVerifierKeys({ db, dataDir, clock });
  const idempotency = createIdempotency({ db, clock });
  const outboundAllow = outboundAllowOf(config);
  const fetch = createGuardedFetch({
    allow: outboundAllow,
    ports: outboundPortsOf(config),
    // Refusals for an organisation go to its audit log.
    onRefused: async (refusal) => log.warn(refusal, 'an outbound call was refused'),
  });
  const hooks = createLateBound<LifecycleHooks>('the lifecycle hooks');
  const mcpUrl = mcpGatewayUrlOf(config);
  const controlPlane = createControlPlane({
    db,
    clock,
    randomBytes,
    keys,
    registry,
    log,
    trustDomain: config.ASSAY_TRUST_DOMAIN,
    issuer: issuerOf(config),
    fetch,
    outboundAllow,
    mcpAudience: mcpUrl === undefined ? undefined : toMcpAudience(mcpUrl),
    hooks: hooks.get,
  });
  const below = { ...controlPlane, dataDir, config, clock, randomBytes, log, registry, keys, hooks: hooks.get };
  const identityPlane = await createIdentityPlane({
    ...below,
    ...(deps.passwordCost === undefined ? {} : { passwordCost: deps.passwordCost }),
    fetch,
    pages: { oauthError: (error) => ({ html: toOAuthErrorPage(error), headers: pageHeaders() }), withErrorPages },
  });
  const delegationPlane = createDelegationPlane({ ...below, ...identityPlane });
  const toolsPlane = await createToolsPlane({ ...below, ...identityPlane, ...delegationPlane, isScheduled });
  const { agents } = controlPlane;
  const accessReviews = createAccessReviewServices({
    db,
    clock,
    randomBytes,
    agents,
    apiKeys: identityPlane.apiKeys,
    roleOf: identityPlane.members.roleOf,
    delegations: delegationPlane.delegations,
    scopedCredentials: toolsPlane.scopedCredentials,
    toolRules: toolsPlane.toolRules,
    audit: controlPlane.audit,
    changes: controlPlane.changes,
    workspaces: controlPlane.workspaces,
  });
  const evidenceStore = createEvidenceStore(db);
  const compositionPlane = createCompositionPlane({
    ...below,
    ...identityPlane,
    ...delegationPlane,
    ...toolsPlane,
    database,
    evidenceStore,
    scanModelFile: deps.scanModelFile,
    isScheduled,
  });
  const lifecycleHooks = createLifecycleHooks({
    ...controlPlane,
    ...identityPlane,
    ...delegationPlane,
    ...toolsPlane,
    ...compositionPlane,
  });
  hooks.bind(lifecycleHooks);
  const attestation = await createAttestationServices({
    ...deps,
    ...delegationPlane,
    db,
    registry,
    keys,
    evidenceStore,
    audit: controlPlane.audit,
    changes: controlPlane.changes,
    ensureKnownAgents: controlPlane.agents.ensureKnown,
    hasPublicPassports: controlPlane.agents.hasPublicPassports,
  });
  const services: Services = {
    keys,
    ...attestation.services,
    ...controlPlane,
    ...identityPlane,
    ...delegationPlane,
    ...toolsPlane,
    ...compositionPlane,
    ...accessReviews,
    overviews: createOverviews({ ...delegationPlane, ...controlPlane, ...attestation.services, db, clock }),
    lifecycleHooks,
    pages: createPages({
      config,
      clock,
      randomBytes,
      ...controlPlane,
      ...identityPlane,
      ...delegationPlane,
      ...toolsPlane,
    }),
    consoleAccess: createConsoleAccess({
      config,
      clock,
      randomBytes,
      operatorToken: deps.operatorToken,
      consoleFolder: deps.consoleFolder ?? consoleFolder,
      ...controlPlane,
      ...identityPlane,
      ...compositionPlane,
    }),
    hourly: startHourly({
      ...controlPlane,
      ...accessReviews,
      clock,
      log,
      removeIdleClients: () => removeIdleClients({ ...controlPlane, clock }),
      chores: [
        ...attestation.attestationChores,
        ...delegationPlane.chores,
        ...toolsPlane.toolChores,
        ...compositionPlane.compositionChores,
      ],
      intervalMs: config.VERIFIER_LIFECYCLE_INTERVAL_S * 1000,
      schedule,
    }),
    idempotency,
    mount: createMount({ db, idempotency }),
    publicRate: createRateBound({ clock, perMinute: publicCallsPerMinute }),
    mcp: { settings: toMcpSettings(config), handOver: createHandOver(), log },
  };
  return { services, renewal: attestation.renewal, coverWaiting: attestation.coverWaiting };
}

/** Unauthenticated calls from one address per minute. */
const publicCallsPerMinute = 300;
