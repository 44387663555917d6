/** Every administrative write is in the audit log: each is called once, and its entry is looked up. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../../contract/audit-log.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { type ActContext, configurationActs, noAdministrativeAct, perform } from './acts.fixture.ts';
import { endpoints } from './endpoints.ts';
import { identityActs, noAdministrativeIdentityAct } from './identity-acts.fixture.ts';

const acts = [...configurationActs, ...identityActs];
const others = { ...noAdministrativeAct, ...noAdministrativeIdentityAct };
const isWrite = (endpoint: string) => !/^(?:GET|OPTIONS) /.test(endpoint);

describe('every write', () => {
  it('is called below or listed as no administrative act, and never both', () => {
    const called = new Set(acts.map(({ endpoint }) => endpoint));
    const writes = Object.keys(endpoints).filter(isWrite);
    const unlisted = writes.filter((endpoint) => !called.has(endpoint) && others[endpoint] === undefined);
    expect(unlisted, 'add an act in an *-acts.fixture.ts, or a reason to noAdministrativeAct there').toEqual([]);
    const unknown = [...called, ...Object.keys(others)].filter((endpoint) => endpoints[endpoint] === undefined);
    expect(unknown, 'these acts and reasons are of no endpoint').toEqual([]);
    expect(Object.keys(others).filter((endpoint) => called.has(endpoint))).toEqual([]);
  });
});

describe('an administrative write', () => {
  let verifier: TestVerifier;
  let server: Server;
  let context: ActContext;

  beforeAll(async () => {
    verifier = await openTestVerifier({ VERIFIER_PASSPORT_RENEW_MS: '1', VERIFIER_CLIENT_REGISTRATION: 'token' });
    let version = 0;
    server = createServer((request, response) => {
      version += 1;
      const claim = { name: 'tone', type: 'boolean', description: 'x', value_schema: {}, settings: [] };
      const vocabulary = { auditor_id: 'tone', version: `1.0.${version}`, vocabulary: [claim], phases: ['request'] };
      const health = { ready: true, status: 'healthy', auditor_id: 'tone', version: `1.0.${version}` };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(request.url === '/health' ? health : vocabulary));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const auditorUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    context = { verifier, ids: new Map(), auditorUrl };
  }, 60_000);
  afterAll(async () => {
    await verifier.close();
    server.close();
  });

  it.each(acts.map((act) => [act.endpoint, act.action, act] as const))(
    '%s writes %s',
    async (endpoint, action, act) => {
      const { status, headers, body } = await perform(act, context);
      expect({ endpoint, isDone: status >= 200 && status < 300 }, JSON.stringify(body)).toEqual({
        endpoint,
        isDone: true,
      });
      const log = await verifier.admin('GET', `/v1/audit-logs?limit=20`);
      const entries = (log.body['items'] as AuditEntry[]).filter(
        ({ request_id: id }) => id === headers['x-request-id'],
      );
      const inOther = await verifier.admin('GET', '/v1/audit-logs?limit=20', undefined, {
        'x-assay-organization': 'acme',
      });
      const elsewhere = (inOther.body['items'] as AuditEntry[] | undefined)?.filter(
        ({ request_id: id }) => id === headers['x-request-id'],
      );
      expect([...entries, ...(elsewhere ?? [])].map((entry) => entry.action)).toContain(action);
    },
  );

  it('leaves a valid chain', async () => {
    expect((await verifier.admin('GET', '/v1/audit-logs/verify')).body).toMatchObject({ intact: true });
  });
});
