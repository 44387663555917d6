import { describe, expect, it } from 'vitest';
import { resolveServeConfig } from './config.ts';

describe('the serving helper', () => {
  it('without options listens on port 8090 of every network, at the paths of the contract', () => {
    expect(resolveServeConfig({ env: {} })).toMatchObject({
      host: '0.0.0.0',
      port: 8090,
      healthPath: '/health',
      claimsPath: '/claims',
      routes: [],
      token: undefined,
    });
  });

  it('takes the port of an option, else of PORT', () => {
    const env = { PORT: '9000' };
    expect(resolveServeConfig({ env }).port).toBe(9000);
    expect(resolveServeConfig({ env, port: 9001 }).port).toBe(9001);
  });
});
