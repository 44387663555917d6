import { afterEach, describe, expect, it } from 'vitest';
import { runFake, sendJson, serveFake } from '../cli.fake.ts';

const shown = {
  id: 'scr_1',
  org_id: 'default',
  scope: { level: 'org', id: 'default' },
  service: 'crm',
  resource: null,
  issuer: null,
  auth_type: 'oauth2_code',
  sharing_mode: 'inherit',
  injection: { method: 'sidecar' },
  config: {},
  agent_id: null,
  user_id: null,
  foreign_client_id: null,
  requested_scopes: [],
  granted_scopes: [],
  upstream_account: null,
  allow_in_delegation: false,
  status: 'active',
  status_reason: null,
  expires_at: null,
  last_used_at: null,
  last_refreshed_at: null,
  refresh_failures: 0,
  connected_by: null,
  fingerprint: null,
  version: 2,
  revision: 1,
  rotation: { every_days: null, overlap_seconds: 86_400, next_at: null, overlap_until: null },
  created_at: '2026-01-01T00:00:00.000Z',
  created_by: 'x',
  updated_at: '2026-01-01T00:00:00.000Z',
  revoked_at: null,
  revoked_by: null,
};
let close = async () => {};
afterEach(() => close());

async function refresh(status: number, body: Record<string, unknown>) {
  const asked: string[] = [];
  const fake = await serveFake((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    sendJson(response, status, body);
  });
  close = fake.close;
  return { asked, ...(await runFake(['credential', 'refresh', 'scr_1', '--verifier', fake.url])) };
}

describe('assay credential refresh', () => {
  it('shows the resulting state of the credential', async () => {
    const { asked, code, out } = await refresh(200, shown);
    expect(asked).toEqual(['POST /v1/scoped-credentials/scr_1/refresh']);
    expect([code, out]).toEqual([0, expect.stringMatching(/version 2/)]);
  });

  it('ends with 1 for a state that it does not know', async () => {
    const unknown = await refresh(200, { ...shown, status: 'lost' });
    expect([unknown.code, unknown.out]).toEqual([1, expect.stringContaining('lost')]);
  });

  it('ends with 1 when somebody must reconnect, or there is nothing to refresh', async () => {
    const refused = await refresh(200, { ...shown, status: 'reauth_required', status_reason: 'invalid_grant' });
    expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('reauth_required')]);
    await close();
    const detail = 'a credential of this kind has no token to refresh';
    const problem = { type: 'about:blank', title: 'Conflict', status: 409, code: 'conflict', detail, request_id: 'r' };
    const none = await refresh(409, problem);
    expect([none.code, none.err]).toEqual([1, expect.stringContaining(detail)]);
  });
});
