/** Paths of MCP and A2A, and nothing beside them. */
import { expect, it } from 'vitest';
import { audiencesAt, createEndpointPaths } from './endpoint-paths.ts';

const endpointPaths = createEndpointPaths('/mcp');

it('paths of A2A name one agent, and the card below it is the same place', () => {
  const place = { agentId: undefined, alias: 'travel', protocol: 'a2a' };
  expect(endpointPaths.read('/a2a/travel')).toEqual(place);
  expect(endpointPaths.read('/a2a/travel/.well-known/agent-card.json')).toEqual(place);
  expect(endpointPaths.read('/agents/clerk/a2a/travel')).toEqual({ ...place, agentId: 'clerk' });
  expect(endpointPaths.read('/agents/clerk/mcp/travel')).toMatchObject({ alias: 'travel', protocol: 'mcp' });
  for (const path of ['/a2a', '/a2a/', '/a2a/travel/x', '/a2a/Travel', '/mcp/travel/.well-known/agent-card.json']) {
    expect(endpointPaths.read(path), path).toBeUndefined();
  }
});

it('a token for the whole gateway, or for one agent, may be used at that agent', () => {
  const audiences = audiencesAt('https://tools.example', '/a2a/travel', { toolsPath: '/mcp', endpointPaths });
  expect(audiences).toEqual(expect.arrayContaining(['https://tools.example/mcp', 'https://tools.example/a2a/travel']));
  expect(audiences).not.toContain('https://tools.example/a2a/other');
});
