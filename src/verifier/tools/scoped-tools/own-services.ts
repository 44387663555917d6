/** Gives our own services as an app that every agent has: its servers are the services, and it needs no signing in. */
import { type OwnTool, ownServicesApp, toOwnToolText } from '../../../contract/own-tools.ts';
import type { AppWithAuth } from './effective.ts';
import type { ToolUser } from './ports.ts';

/** @param offered Those at the services' endpoints; one that is there twice is listed once. */
export function toOwnServices({ agentId, workspaceId }: ToolUser, offered: readonly OwnTool[]): AppWithAuth {
  const byText = new Map(offered.map((tool) => [toOwnToolText(tool), tool]));
  const inOrder = [...byText.entries()].sort(([left], [right]) => (left < right ? -1 : 1));
  return {
    credential: undefined,
    app: {
      id: ownServicesApp,
      appId: ownServicesApp,
      version: '',
      name: ownServicesApp,
      agentId,
      workspaceId,
      status: 'installed',
      isQuarantined: false,
      service: ownServicesApp,
      auth: {
        required: false,
        type: null,
        resource: null,
        issuer: null,
        registration: null,
        scopes: [],
        isHostChosen: false,
      },
      tools: inOrder.map(([, { service, name }]) => ({ server: service, name, isWithheld: false })),
    },
  };
}
