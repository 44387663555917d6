/** Image of an auditor: the SDK's server, reachable from other containers (contract 4.1 rule 1). */
import { type AuditorDefinition, serveAuditor } from '@assay/sdk';
import { environmentNames } from '@assay/sdk/contract';
import type { Image } from './run-image.ts';

/** Makes the image of an auditor. The port is `PORT`, otherwise the auditor's own. */
export function toAuditorImage(definition: AuditorDefinition): Image {
  return {
    name: definition.id,
    async start(env) {
      const served = await serveAuditor(definition, {
        env,
        port: Number(env[environmentNames.port] || definition.defaultPort),
      });
      return { urls: { [definition.id]: served.url }, close: () => served.close() };
    },
  };
}
