import { describe, expect, it } from 'vitest';
import { attestor } from './attestor-api/operations.ts';
import { auditor } from './auditor-api/operations.ts';
import {
  evaluations,
  keptResponses,
  providerModels,
  proxied,
  receipts,
  refusedEvidence,
  toolCalls,
} from './gateway-api/operations.ts';
import {
  defineA2aOperation,
  defineMcpOperation,
  defineMetadataOperation,
  protectedResource,
} from './mcp-gateway-api/operations.ts';
import type { Operation } from './operation.ts';
import { rawOperations } from './raw-operations.ts';
import { tagDescriptions } from './tags.ts';
import { verifierOperations } from './verifier.ts';

const mcpPaths = ['/mcp', '/mcp/:alias', '/agents/:agent_id/mcp', '/agents/:agent_id/mcp/:alias'];
const groups = [
  attestor,
  auditor,
  evaluations,
  keptResponses,
  providerModels,
  proxied,
  receipts,
  refusedEvidence,
  toolCalls,
];
const operations: readonly Operation[] = [
  ...groups.flatMap((group) => Object.values<Operation>(group)),
  ...Object.values<Operation>(protectedResource),
  ...mcpPaths.map(defineMcpOperation),
  ...['/a2a/:alias', '/agents/:agent_id/a2a/:alias'].map(defineA2aOperation),
  defineMetadataOperation('/.well-known/mcp'),
];

describe('operations of gateway, attestor, MCP gateway and auditors', () => {
  it('have unique ids and described tags', () => {
    const ids = operations.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(operations.filter(({ tag }) => tagDescriptions[tag] === undefined)).toEqual([]);
  });

  it('are listed as raw when their bodies or answers are not checked JSON', () => {
    const selfHandled = operations.filter(
      ({ describedBody, consumes, produces, streams }) => describedBody ?? consumes ?? produces ?? streams,
    );
    expect(Object.keys(rawOperations)).toEqual(expect.arrayContaining(selfHandled.map(({ id }) => id)));
    const known = [...operations, ...verifierOperations].map(({ id }) => id);
    expect(known).toEqual(expect.arrayContaining(Object.keys(rawOperations)));
  });
});
