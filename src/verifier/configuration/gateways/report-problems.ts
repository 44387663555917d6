/**
 * Announces, by events for webhooks and the console, gateways that do not act on the configuration, and the end of that. The
 * state is stored with the event, so that each trouble has one beginning and one end.
 */
import type { GatewayReport } from '../../../contract/control/gateway-report.ts';
import { type Clock, toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { AgentEvent, Events } from '../../base/events/append.ts';
import type { CheckedBundle, Publications } from './publications.ts';
import type { GatewayStore } from './store.ts';

/** The report of a gateway. */
interface ReportedState extends Pick<GatewayReport, 'running' | 'problems'> {
  readonly id: string;
  readonly refused: NonNullable<GatewayReport['refused']> | null;
  readonly at: number;
}

export interface ProblemReporter {
  /** Handles the report of a gateway. */
  reported(orgId: string, report: ReportedState): Promise<void>;
  /** Handles a bundle that is withheld. */
  withheld(bundle: CheckedBundle, fault: string): Promise<void>;
  /** Handles a published bundle: an event if it ends a fault. */
  published(bundle: CheckedBundle): Promise<void>;
}

export interface ProblemReporterDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly store: Pick<GatewayStore, 'beginTrouble' | 'endTrouble'>;
  readonly publications: Publications;
  /** Reads the hooks at each use. @throws Error before the verifier is wired. */
  readonly hooks: () => { readonly events: Pick<Events, 'appendMany'> };
}

/** Gateways repeat their reports: only the first about each trouble of a gateway with one version counts. */
export function createProblemReporter({
  db,
  clock,
  store,
  publications,
  ...deps
}: ProblemReporterDeps): ProblemReporter {
  const append = async (tx: Db, orgId: string, list: readonly AgentEvent[]): Promise<void> => {
    if (list.length > 0) await deps.hooks().events.appendMany(tx, orgId, list);
  };
  return {
    reported: (orgId, report) =>
      db.transaction(async (tx) => {
        const { id, running, at } = report;
        if (isTroubled(report)) {
          const sinceMs = await store.beginTrouble(tx, orgId, id, at);
          return append(tx, orgId, toEvents(report, sinceMs));
        }
        const sinceMs = await store.endTrouble(tx, orgId, id);
        if (sinceMs !== undefined) await append(tx, orgId, [toRecovered({ id, running, sinceMs })]);
      }),
    withheld: (bundle, fault) =>
      db.transaction(async (tx) => {
        await publications.withheld(tx, bundle, { fault, nowMs: clock.now() });
        await append(tx, bundle.orgId, [toWithheld(toVersion(bundle), fault)]);
      }),
    published: (bundle) =>
      db.transaction(async (tx) => {
        const ended = await publications.published(tx, bundle);
        if (ended === undefined) return;
        const [version, since] = [toVersion(bundle), toTimestamp(ended.sinceMs)];
        const message = `gateways can read configuration ${version} and get the newest configuration again`;
        await append(tx, bundle.orgId, [
          {
            type: 'agent.log',
            code: 'gateway.configuration_published',
            sourceId: `configuration/${version}/published`,
            data: { level: 'info', message, fields: { version, since, reason: ended.fault } },
          },
        ]);
      }),
  };
}

function toVersion({ lineage, revision }: CheckedBundle): string {
  return `${lineage}.${revision}`;
}

function findStuck({ problems }: ReportedState) {
  return problems.find(({ reason }) => reason === 'configuration_unusable');
}

function isTroubled(report: ReportedState): boolean {
  return report.refused !== null || findStuck(report) !== undefined;
}

function toWithheld(version: string, fault: string): AgentEvent {
  return {
    type: 'agent.log',
    code: 'gateway.configuration_withheld',
    sourceId: `configuration/${version}/withheld`,
    data: {
      level: 'warn',
      message: `no gateway could read configuration ${version}: ${fault}`,
      fields: { version, reason: fault },
    },
  };
}

function toRecovered(of: {
  readonly id: string;
  readonly running: string | null;
  readonly sinceMs: number;
}): AgentEvent {
  const { id, running } = of;
  const since = toTimestamp(of.sinceMs);
  return {
    type: 'agent.log',
    code: 'gateway.configuration_recovered',
    sourceId: `gateway/${id}/recovered/${of.sinceMs}`,
    data: {
      level: 'info',
      message: `gateway ${id} applies its configuration again`,
      fields: { gateway_id: id, running, since },
    },
  };
}

function toEvents(report: ReportedState, sinceMs: number): AgentEvent[] {
  const { id, running, refused } = report;
  const events: AgentEvent[] = [];
  if (refused !== null) {
    const { version, reason } = refused;
    events.push({
      type: 'agent.log',
      code: 'gateway.configuration_refused',
      sourceId: `gateway/${id}/refused/${version ?? 'unknown'}/${running ?? 'none'}/${sinceMs}`,
      data: {
        level: 'warn',
        message: `gateway ${id} refuses a configuration: ${reason}`,
        fields: { gateway_id: id, running, refused: version, reason },
      },
    });
  }
  const stuck = findStuck(report);
  if (stuck !== undefined) {
    events.push({
      type: 'agent.log',
      code: 'gateway.configuration_unusable',
      sourceId: `gateway/${id}/unusable/${running ?? 'none'}/${sinceMs}`,
      data: {
        level: 'warn',
        message: `gateway ${id} is not ready: ${stuck.message}`,
        fields: { gateway_id: id, running, reason: stuck.message },
      },
    });
  }
  return events;
}
