/** Every variable of our own services. */
import { attestorVariables } from './attestor/config.ts';
import { listAuditorVariables } from './auditor-variables.ts';
import { auditors } from './auditors/catalog.ts';
import { gatewayVariables } from './gateway/config.ts';
import { mcpGatewayVariables } from './mcp-gateway/config.ts';
import { type KnownVariable, listVariables } from './platform/config.ts';
import { VerifierConfigSchema } from './verifier/base/config.ts';

/** Lists them; a name that several services read occurs several times. */
export function listKnownVariables(): KnownVariable[] {
  const schemas = [gatewayVariables, VerifierConfigSchema, attestorVariables, mcpGatewayVariables];
  return [...schemas.flatMap(listVariables), ...auditors.flatMap(listPortAnd)];
}

/** An auditor that is started with others has a port variable of its own name. */
function listPortAnd(definition: (typeof auditors)[number]): KnownVariable[] {
  const port = `${definition.id.toUpperCase().replaceAll('-', '_')}_PORT`;
  return [{ name: port, isSecret: false, isEmptySet: true }, ...listAuditorVariables(definition)];
}
