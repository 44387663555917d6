import { describe, expect, it } from 'vitest';
import { mcpDefaults, mcpVariables, readMcpSettings } from './settings.ts';

it('without variables the contract’s defaults apply', () => {
  expect(readMcpSettings({})).toEqual(mcpDefaults);
  expect(Object.fromEntries(mcpVariables.map((row) => [row.name, row.default]))).toEqual({
    MCP_ENABLED: true,
    MCP_TOOLS_PATH: '/mcp',
    MCP_METADATA_PATH: '/.well-known/mcp',
    MCP_MAX_CONCURRENT_CALLS: 10,
  });
});

it('each variable sets its value', () => {
  const env = {
    MCP_ENABLED: 'False',
    MCP_TOOLS_PATH: '/tools',
    MCP_METADATA_PATH: '/tools.json',
    MCP_MAX_CONCURRENT_CALLS: '3',
  };
  expect(readMcpSettings(env)).toEqual({
    isEnabled: false,
    toolsPath: '/tools',
    metadataPath: '/tools.json',
    maxConcurrentCalls: 3,
  });
});

describe('a wrong variable stops the start and is named', () => {
  it.each([
    ['MCP_ENABLED', 'yes'],
    ['MCP_ENABLED', ''],
    ['MCP_TOOLS_PATH', 'mcp'],
    ['MCP_TOOLS_PATH', '/'],
    ['MCP_TOOLS_PATH', '/mcp?x=1'],
    ['MCP_METADATA_PATH', '/a b'],
    ['MCP_METADATA_PATH', '/mcp'],
    ['MCP_MAX_CONCURRENT_CALLS', '0'],
    ['MCP_MAX_CONCURRENT_CALLS', '-1'],
    ['MCP_MAX_CONCURRENT_CALLS', '1e3'],
    ['MCP_MAX_CONCURRENT_CALLS', '10001'],
  ])('%s=%j', (name, value) => {
    expect(() => readMcpSettings({ [name]: value })).toThrow(new RegExp(name));
  });
});
