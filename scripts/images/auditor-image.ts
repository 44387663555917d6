/** Image of an auditor: the SDK's server, reachable from other containers (contract 4.1 rule 1). */
import { type AuditorDefinition, serveAuditor } from '@assay/sdk';
import { environmentNames } from '@assay/sdk/contract';
import { addMtlsPort } from '../../src/auditor-mtls.ts';
import { loadAuditorMtlsConfig } from '../../src/auditor-mtls-config.ts';
import { listAuditorVariables } from '../../src/auditor-variables.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLogger } from '../../src/platform/log.ts';
import type { Image } from './run-image.ts';

/** Makes the image of an auditor. The port is `PORT`, otherwise the auditor's own. */
export function toAuditorImage(definition: AuditorDefinition): Image {
  return {
    name: definition.id,
    variables: listAuditorVariables(definition),
    async start(env) {
      const config = loadAuditorMtlsConfig(env);
      const log = createLogger({ service: definition.id, level: config.ASSAY_LOG_LEVEL });
      const port = Number(env[environmentNames.port] || definition.defaultPort);
      const served = await addMtlsPort(await serveAuditor(definition, { env, port }), config, {
        clock: systemClock,
        log,
      });
      return { urls: { [definition.id]: served.url }, close: () => served.close() };
    },
  };
}
