/** An app of type A2A agent: its JSON-RPC endpoint. */
import type { InstallationConfig } from '../../../../contract/api/installations/shapes.ts';
import type { AppVersion } from '../../app-catalog/ports.ts';
import { type AppTarget, assertNothing, toRemote } from '../config-values.ts';

/** @throws AppError `unprocessable` with a `reason` and the place. */
export function toAgentTarget({ remotes }: AppVersion, config: InstallationConfig): AppTarget {
  assertNothing(config, ['url', 'joins']);
  const agent = remotes.find(({ type }) => type === 'a2a');
  return agent === undefined ? { kind: 'none' } : toRemote(agent, config);
}
