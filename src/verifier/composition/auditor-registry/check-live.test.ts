import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAuditor } from '@assay/sdk';
import { afterEach, describe, expect, it } from 'vitest';
import { createGuardedFetch, type GuardedClient } from '../../../platform/http/guarded-fetch.ts';
import { loadVerifierConfig, outboundAllowOf } from '../../base/config.ts';
import { parseVocabulary } from '../../configuration/auditor-catalog/check-vocabulary.ts';
import { createProbe } from '../../configuration/auditor-catalog/probe.ts';
import { vocabularyDigestOf } from '../../configuration/auditor-catalog/registry.ts';
import { checkLive } from './check-live.ts';
import { tone } from './registry.fixture.ts';

const client = createGuardedFetch({ allow: outboundAllowOf(loadVerifierConfig({}, () => undefined)) });
const sound = createAuditor(tone);
const vocabularyDigest = vocabularyDigestOf(
  parseVocabulary(JSON.parse(JSON.stringify(sound.vocabulary())), '/vocabulary'),
);

describe('the checks of a running auditor', () => {
  let server: Server | undefined;
  afterEach(async () => {
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
  });

  /** An auditor that is valid until it is asked for claims. */
  const serve = async (claims: (respond: (body: string) => void) => void): Promise<string> => {
    server = createServer((request, response) => {
      request.resume();
      const respond = (body: string) => response.setHeader('content-type', 'application/json').end(body);
      if (request.url === '/health') respond(JSON.stringify(sound.health()));
      else if (request.url === '/vocabulary') respond(JSON.stringify(sound.vocabulary()));
      else claims(respond);
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const check = (url: string, change: { timeoutMs?: number; signal?: AbortSignal; client?: GuardedClient } = {}) => {
    const probe = createProbe({ outbound: Object.assign(Object.create(null), { forOrganisation: () => client }) });
    const never = new AbortController().signal;
    const bounds = { timeoutMs: 60_000, signal: never, client, ...change };
    return checkLive({ orgId: 'default', url, vocabularyDigest, probe, ...bounds });
  };

  it('time out with an auditor that never answers, and report it', async () => {
    const { auditorId, checks } = await check(await serve(() => undefined), { timeoutMs: 300 });
    expect(auditorId).toBe('tone');
    expect(checks.at(-1)).toMatchObject({
      name: 'contract',
      status: 'failed',
      detail: expect.stringContaining('did not finish'),
    });
  });

  it('accept no answer beyond a bound, and store little of it', async () => {
    const url = await serve((respond) => respond(`{"claims":"${'x'.repeat(2 * 1024 * 1024)}"}`));
    const { checks } = await check(url);
    expect(checks.some(({ status }) => status === 'failed')).toBe(true);
    expect(Math.max(...checks.map(({ detail }) => detail.length))).toBeLessThanOrEqual(500);
  });

  it('end at once when the verifier stops, without a verdict', async () => {
    const stop = new AbortController();
    const url = await serve(() => stop.abort(new Error('the process ends')));
    await expect(check(url, { signal: stop.signal })).rejects.toThrow('the process ends');
  });
});
