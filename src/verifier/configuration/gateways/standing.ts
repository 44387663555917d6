/**
 * Makes the standing of one organisation: who may still call at its gateways. INVARIANT: it is made of rows about agents,
 * credentials and registries alone, so that no chain, setting or policy can keep it from being made.
 */
import { activeStatus } from '../../../contract/control/config-bundle.ts';
import { type Standing, standingSchemaVersion } from '../../../contract/control/standing.ts';
import { type BundleContent, sorted, toBundleCredentials, toBundleRegistry, toHead } from './bundle.ts';
import type { DocumentHead } from './signed-documents.ts';

export type StandingContent = Pick<BundleContent, 'agents' | 'credentials' | 'registry'>;

/** Makes a standing. */
export function toStanding(content: StandingContent & DocumentHead): Standing {
  return {
    schema_version: standingSchemaVersion,
    ...toHead(content),
    agents: sorted(content.agents, ({ id }) => [id]).map(({ id, status, agent_epoch: epoch }) => ({
      id,
      ...(status === activeStatus ? {} : { status }),
      ...(epoch === undefined ? {} : { agent_epoch: epoch }),
    })),
    ...toBundleCredentials(content.credentials),
    ...toBundleRegistry(content.registry),
  };
}
