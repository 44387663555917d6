/** The settings of every service as an environment gives them, for programs that look at them and start nothing. */
import { type AttestorConfig, loadAttestorConfig } from './attestor/config.ts';
import { type GatewayConfig, loadGatewayConfig } from './gateway/config.ts';
import { loadMcpGatewayConfig, type McpGatewayConfig } from './mcp-gateway/config.ts';
import type { Environment } from './platform/config.ts';
import { isAppError } from './platform/errors.ts';
import { loadVerifierConfig, type VerifierConfig } from './verifier/base/config.ts';

export interface ServiceSettings {
  readonly gateway: GatewayConfig;
  readonly verifier: VerifierConfig;
  readonly attestor: AttestorConfig;
  readonly mcpGateway: McpGatewayConfig;
}

export interface FoundSettings {
  /** Settings of each service whose variables are all valid. */
  readonly settings: Partial<ServiceSettings>;
  /** Sentences that name invalid variables, each once. */
  readonly problems: readonly string[];
  /** Sentences about ignored variables, each once. */
  readonly warnings: readonly string[];
}

/** Reads the settings. */
export function findSettings(env: Environment): FoundSettings {
  const problems = new Set<string>();
  const warnings = new Set<string>();
  const warn = (message: string) => {
    warnings.add(message);
  };
  const attempt = <Config>(load: (env: Environment, report: (message: string) => void) => Config) => {
    try {
      return load(env, warn);
    } catch (error) {
      if (!isAppError(error, 'config')) throw error;
      for (const problem of error.publicText.split('; ')) problems.add(problem);
      return undefined;
    }
  };
  const gateway = attempt(loadGatewayConfig);
  const verifier = attempt(loadVerifierConfig);
  const attestor = attempt(loadAttestorConfig);
  const mcpGateway = attempt(loadMcpGatewayConfig);
  const settings = {
    ...(gateway === undefined ? {} : { gateway }),
    ...(verifier === undefined ? {} : { verifier }),
    ...(attestor === undefined ? {} : { attestor }),
    ...(mcpGateway === undefined ? {} : { mcpGateway }),
  };
  return { settings, problems: [...problems], warnings: [...warnings] };
}
