/** Tells by events of gateways that do not act on the configuration that holds: webhooks and the console show it. */
import type { GatewayReport } from '../../contract/control/gateway-report.ts';
import type { Db } from '../../platform/db/db.ts';
import type { AgentEvent, Events } from '../events/append.ts';

/** What a gateway says. */
interface Told extends Pick<GatewayReport, 'running' | 'problems'> {
  readonly id: string;
  readonly refused: NonNullable<GatewayReport['refused']> | null;
}

export interface TellTrouble {
  /** Of what a gateway reported. */
  reported(orgId: string, told: Told): Promise<void>;
  /** Of a configuration that is given to no gateway. */
  withheld(orgId: string, made: { readonly version: string; readonly fault: string }): Promise<void>;
}

/** Gateways repeat their reports: of each trouble of a gateway with one version the first counts. */
export function createTellTrouble(deps: {
  readonly db: Db;
  /** Undefined until the plane of events is there. */
  readonly events: () => Pick<Events, 'appendMany'> | undefined;
}): TellTrouble {
  const append = async (orgId: string, list: readonly AgentEvent[]): Promise<void> => {
    const events = deps.events();
    if (list.length === 0 || events === undefined) return;
    await deps.db.transaction((tx) => events.appendMany(tx, orgId, list));
  };
  return {
    reported: (orgId, told) => append(orgId, toEvents(told)),
    withheld: (orgId, { version, fault }) =>
      append(orgId, [
        {
          ...{ type: 'agent.log', code: 'gateway.configuration_withheld' },
          sourceId: `configuration/${version}/withheld`,
          data: {
            ...{ level: 'warn', message: `no gateway could read the configuration ${version}: ${fault}` },
            fields: { version, reason: fault },
          },
        },
      ]),
  };
}

function toEvents({ id, running, refused, problems }: Told): AgentEvent[] {
  const events: AgentEvent[] = [];
  if (refused !== null) {
    const { version, reason } = refused;
    events.push({
      ...{ type: 'agent.log', code: 'gateway.configuration_refused' },
      sourceId: `gateway/${id}/refused/${version ?? 'unknown'}/${running ?? 'none'}`,
      data: {
        ...{ level: 'warn', message: `gateway ${id} keeps a configuration out: ${reason}` },
        fields: { gateway_id: id, running, refused: version, reason },
      },
    });
  }
  const stuck = problems.find(({ reason }) => reason === 'configuration_unusable');
  if (stuck !== undefined) {
    events.push({
      ...{ type: 'agent.log', code: 'gateway.configuration_unusable' },
      sourceId: `gateway/${id}/unusable/${running ?? 'none'}`,
      data: {
        ...{ level: 'warn', message: `gateway ${id} is not ready: ${stuck.message}` },
        fields: { gateway_id: id, running, reason: stuck.message },
      },
    });
  }
  return events;
}
