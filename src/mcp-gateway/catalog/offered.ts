/** Tells the verifier which tools of our own services this gateway offers agents. Rules there decide which an agent has. */
import type { GatewayReport } from '../../contract/control/gateway-report.ts';
import { expectedTools, isToolForAgents, maxOwnToolsChars, toOwnToolText } from '../../contract/own-tools.ts';
import type { ServicePlace, ServiceTools } from './services.ts';

export type OfferedServices = NonNullable<GatewayReport['own_services']>;

const maxServices = 64;
const maxTools = 50;

/** Gives the services that may be called, with the tools that they have when nothing else is known of them. */
export function toExpected(places: readonly Pick<ServicePlace, 'name' | 'refusal'>[]): OfferedServices {
  const reached = places.filter(({ refusal }) => refusal === undefined);
  return reached.map(({ name }) => ({ name, tools: [...expectedTools(name)] })).slice(0, maxServices);
}

/** Gives the services that answered. */
export function toOffered(known: readonly ServiceTools[]): OfferedServices {
  return known
    .map(({ server, tools }) => {
      const names = tools.map(({ name }) => name).filter((name) => isToolForAgents(server.service.name, name));
      return { name: server.service.name, tools: names.slice(0, maxTools) };
    })
    .slice(0, maxServices);
}

export interface OwnToolsQuestion {
  /** Undefined without any tools. */
  readonly text: string | undefined;
  /** Services with tools for which the question has no room: nobody has these tools. */
  readonly leftOut: readonly string[];
}

/** Gives the question about these tools. */
export function toQuestion(known: readonly ServiceTools[]): OwnToolsQuestion {
  const leftOut = new Set<string>();
  let text = '';
  for (const { name: service, tools } of toOffered(known)) {
    for (const name of tools) {
      const one = `${text === '' ? '' : ','}${toOwnToolText({ service, name })}`;
      if (text.length + one.length <= maxOwnToolsChars) text += one;
      else leftOut.add(service);
    }
  }
  return { text: text === '' ? undefined : text, leftOut: [...leftOut] };
}
