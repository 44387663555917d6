/** An `/mcp` endpoint with one tool, on a server of node:http. */
import { createServer } from 'node:http';
import { createMcpEndpoint, defineMcpTool, McpToolError, readMcpSettings } from '@assay/sdk/mcp';
import { Type } from 'typebox';

const prices = new Map([['apple', 30]]);

const getPrice = defineMcpTool({
  name: 'get_price',
  title: 'Price of a fruit',
  description: 'Gives the price of one fruit in cents.',
  inputSchema: Type.Object({ fruit: Type.String({ description: 'Such as apple' }) }, { additionalProperties: false }),
  outputSchema: Type.Object({ cents: Type.Integer() }),
  annotations: { readOnlyHint: true },
  run({ fruit }) {
    const cents = prices.get(fruit);
    if (cents === undefined) throw new McpToolError('unknown_fruit', `There is no ${fruit} here; try apple`);
    return { structured: { cents } };
  },
});

export const mcp = createMcpEndpoint({
  name: 'fruit-prices',
  version: '1.0.0',
  tools: [getPrice],
  settings: readMcpSettings({ MCP_MAX_CONCURRENT_CALLS: '4' }),
});

export const server = createServer((request, response) => {
  void mcp.handle(request, response, { caller: undefined });
});
