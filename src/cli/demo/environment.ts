/** The environment of the demo's services: free ports, a separate folder, the demo's model, and nothing of the caller's. */
import type { Environment } from '../../platform/config.ts';

export interface DemoPlace {
  readonly dataDir: string;
  readonly modelUrl: string;
  readonly serviceNames: readonly string[];
}

/** Creates the environment. Outside settings are ignored: the demo must never touch a real database or model. */
export function demoEnvironment({ dataDir, modelUrl, serviceNames }: DemoPlace): Environment {
  const ports = serviceNames.map((name) => [`${name.toUpperCase().replaceAll('-', '_')}_PORT`, '0']);
  return {
    ...Object.fromEntries(ports),
    ASSAY_DATA_DIR: dataDir,
    ASSAY_LOG_LEVEL: 'fatal',
    GATEWAY_UPSTREAM_URL: modelUrl,
    GATEWAY_WORKERS: '0',
  };
}
