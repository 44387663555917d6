/** An app of type A2A agent: a server that is called by A2A. Its card, read from its host, is what it shows. */
import type { InstallationConfig } from '../../../../contract/api/installations/shapes.ts';
import { unprocessable } from '../../../../platform/refusals.ts';
import type { AppVersion } from '../../app-catalog/ports.ts';
import { type AppTarget, assertNothing, toRemote } from '../config-values.ts';

/** @throws AppError `unprocessable` with a `reason` and the place. */
export function toAgentTarget({ remotes, title }: AppVersion, config: InstallationConfig): AppTarget {
  assertNothing(config, ['url', 'joins']);
  const agent = remotes.find(({ type }) => type === 'a2a');
  if (agent !== undefined) return toRemote(agent, config);
  throw unprocessable('nothing_to_call', '/version', `this version of ${title} names no endpoint of an agent`);
}
