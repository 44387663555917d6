/** Wires gateways over the stores of the control plane. */

import type { Registry } from 'prom-client';
import type { SignedRefusal } from '../../../configuration/bundle/open-signed.ts';
import { readBundle } from '../../../configuration/bundle/read-bundle.ts';
import { readStanding } from '../../../configuration/bundle/read-standing.ts';
import { configBundleType } from '../../../contract/control/config-bundle.ts';
import { standingType } from '../../../contract/control/standing.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Logger } from '../../../platform/log.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { Events } from '../../base/events/append.ts';
import type { VerifierKeys } from '../../base/keys/service.ts';
import { toBundle } from './bundle.ts';
import { createGatewayMetrics } from './metrics.ts';
import { createPublications } from './publications.ts';
import { type ContentHooks, type ContentWiring, createContentReaders } from './read-content.ts';
import { createReadable } from './readable.ts';
import { removeGateway } from './remove.ts';
import { createProblemReporter } from './report-problems.ts';
import { createRevisionWatch } from './revision-watch.ts';
import { createGateways, type Gateways } from './service.ts';
import { type CheckedDocument, createSignedDocuments } from './signed-documents.ts';
import { toStanding } from './standing.ts';
import { createGatewayStore } from './store.ts';

/** What gateways get of the floors above. */
export interface GatewayHooks extends ContentHooks {
  /** Receives the events of gateways. */
  readonly events: Pick<Events, 'appendMany'>;
}

export interface GatewaysWiring extends ContentWiring {
  readonly db: Db;
  readonly clock: Clock;
  readonly changes: ControlChanges;
  readonly audit: Audit;
  readonly keys: VerifierKeys;
  readonly registry: Registry;
  readonly log: Logger;
  readonly monotonicMs: () => number;
  readonly schedule: (run: () => void, delayMs: number) => () => void;
  readonly hooks: () => GatewayHooks;
}

export function createGatewayServices(wiring: GatewaysWiring): Gateways {
  const { db, clock, changes, registry, schedule, log } = wiring;
  const { readBundleContent, readStandingContent } = createContentReaders(wiring);
  const metrics = createGatewayMetrics(registry);
  const publications = createPublications(db);
  const readable = createReadable({ db, changes, publications, readContent: readBundleContent });
  const store = createGatewayStore(db);
  const tell = createProblemReporter({ ...wiring, store, publications });
  const onChecked = async ({ fault, ...bundle }: CheckedDocument) => {
    const { orgId, lineage, revision } = bundle;
    readable.note(orgId, fault);
    if (fault === undefined) return tell.published(bundle);
    metrics.withheld();
    const version = `${lineage}.${revision}`;
    log.error({ orgId, version, fault }, 'gateways could not read this configuration, so they get the previous one');
    await tell.withheld(bundle, fault);
  };
  const onStandingChecked = async ({ orgId, lineage, revision, fault }: CheckedDocument) => {
    if (fault === undefined) return;
    log.error({ orgId, version: `${lineage}.${revision}`, fault }, 'gateways could not read the standing of callers');
  };
  const bundles = createSignedDocuments({
    ...wiring,
    type: configBundleType,
    toDocument: toBundle,
    onMade: metrics.made,
    onChecked,
    readContent: readBundleContent,
    findGood: publications.findGood,
    findFault: (jws, trust) => detailOf(readBundle(jws, trust)),
  });
  const standings = createSignedDocuments({
    ...wiring,
    type: standingType,
    toDocument: toStanding,
    onMade: () => {},
    onChecked: onStandingChecked,
    // Only the API writes the rows that it is made of, one by one; after a start nothing older may replace it.
    findGood: async () => undefined,
    findFault: (jws, trust) => detailOf(readStanding(jws, trust)),
    readContent: readStandingContent,
  });
  const watch = createRevisionWatch({ schedule, read: async (orgId) => (await changes.current(db, orgId)).revision });
  return createGateways({
    store,
    bundles,
    standings,
    watch,
    metrics,
    clock,
    tell,
    readable,
    removeLogged: (author, id) => removeGateway(wiring, author, id),
  });
}

function detailOf(reading: { readonly ok: true } | SignedRefusal): string | undefined {
  return reading.ok ? undefined : `${reading.reason}: ${reading.detail}`;
}
