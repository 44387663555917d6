/** The MCP gateway image; verifier, judging gateway and own services run in other processes. */
import { loadMcpGatewayConfig, mcpGatewayVariables } from '../../src/mcp-gateway/config.ts';
import { startMcpGatewayService } from '../../src/mcp-gateway-service.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { listVariables } from '../../src/platform/config.ts';
import { openDataDir } from '../../src/platform/data-dir.ts';
import { AppError } from '../../src/platform/errors.ts';
import { createLogger } from '../../src/platform/log.ts';
import type { Image } from './run-image.ts';

export const mcpGatewayImage: Image = {
  name: 'mcp-gateway',
  variables: listVariables(mcpGatewayVariables),
  async start(env) {
    const config = loadMcpGatewayConfig(env, (message) => process.stderr.write(`${message}\n`));
    if (!config.MCP_GATEWAY_ENABLED) {
      const detail = 'MCP_GATEWAY_ENABLED is false, so there is nothing to start';
      throw new AppError('config', detail, { detail });
    }
    const log = createLogger({ service: 'mcp-gateway', level: config.ASSAY_LOG_LEVEL });
    const gateway = await startMcpGatewayService({
      config,
      env,
      clock: systemClock,
      dataDir: await openDataDir(config.ASSAY_DATA_DIR),
      log,
      gateway: undefined,
      verifier: undefined,
      urls: {},
    });
    return { urls: { 'mcp-gateway': gateway.url }, close: () => gateway.close() };
  },
};
