import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import {
  createTestVisitor,
  fieldOf,
  goodPassword,
  joinAs,
  type PageAnswer,
  type TestVisitor,
  tokenOf,
} from './test-visitor.ts';

let verifier: TestVerifier;
let ada: TestVisitor;
let bob: TestVisitor;
let eve: TestVisitor;
let rita: TestVisitor;
const ids = new Map<string, string>();

const crm = 'https://crm.example.com';
const scopes = ['contacts:list', 'crm:read', 'mail:search'];
const writing = ['crm:read', 'crm:write'];
const textOf = ({ text }: PageAnswer) => text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

async function makeAgent(id: string, more: Record<string, unknown> = {}) {
  const access_manifest = { account_domains: ['example.com'], resources: [crm], scopes: [...scopes, 'crm:write'] };
  const body = { id, name: `${id} of ours`, purpose: 'keeps the customer list', access_manifest, ...more };
  const made = await verifier.admin('POST', '/v1/agents', body);
  if (made.status !== 201) throw new Error(`no agent: ${JSON.stringify(made.body)}`);
}

async function ask(agentId: string, subject = 'bob@example.com', requested: Record<string, unknown> = {}, more = {}) {
  const wanted = { scopes, resources: [crm], ttl: 28_800, purpose: 'to answer customers', ...requested };
  const body = { kind: 'delegation', agent_id: agentId, subject: ids.get(subject), requested: wanted, ...more };
  const made = await verifier.admin('POST', '/v1/approvals', body);
  if (made.status !== 201) throw new Error(`no request: ${JSON.stringify(made.body)}`);
  return String(made.body['id']);
}

async function askTool(change: Record<string, unknown> = {}, key?: string) {
  const body = {
    kind: 'tool_call',
    agent_id: 'desk',
    action: 'contacts.export',
    resource: crm,
    requested: { justification: 'the quarterly report' },
    ...change,
  };
  const made =
    key === undefined
      ? await verifier.admin('POST', '/v1/approvals', body)
      : await verifier.post('/v1/approvals', body, { authorization: `Bearer ${key}` });
  if (made.status !== 201) throw new Error(`no request: ${JSON.stringify(made.body)}`);
  return String(made.body['id']);
}

const statusOf = async (id: string) => (await verifier.admin('GET', `/v1/approvals/${id}`)).body['status'];
const grantsOf = async (agentId: string) => {
  const { body } = await verifier.admin('GET', `/v1/agents/${agentId}/delegations`);
  return body['items'] as { id: string; scopes: string[]; granted_by: string; expires_at: string; revision: number }[];
};

/** Gives a form token of this visitor. */
const formTokenOf = async (visitor: TestVisitor) => tokenOf((await visitor.open('/account/password')).text);

/** Makes an API key of the visitor. */
async function keyOf(visitor: TestVisitor, scope: string): Promise<string> {
  const { text } = await visitor.open('/account/keys');
  const form = { form_token: tokenOf(text), once: fieldOf(text, 'once'), alias: 'k', purpose: 'cli', days: '7' };
  const made = await visitor.send('/account/keys', { ...form, scopes: [scope] });
  return /class="secret"[^>]*>([^<]*)</.exec(made.text)?.[1] ?? '';
}

/** Sends the consent form as it was filled in. */
async function answer(visitor: TestVisitor, id: string, fields: Record<string, string | readonly string[]>) {
  const { text } = await visitor.open(`/consent/${id}`);
  const seen = fieldOf(text, 'seen');
  return visitor.send(`/consent/${id}`, {
    form_token: await formTokenOf(visitor),
    seen,
    scopes,
    ttl: '28800',
    ...fields,
  });
}

beforeAll(async () => {
  verifier = await openTestVerifier({ ASSAY_AUTHENTICATION: 'required' });
  const join = async (name: string, role: 'admin' | 'reviewer' | 'viewer') => {
    const email = `${name.toLowerCase()}@example.com`;
    const visitor = await joinAs(verifier, { email, role, name });
    const { body } = await verifier.admin('GET', `/v1/members?email=${email}`);
    const [member] = body['items'] as { user_id: string }[];
    ids.set(email, member?.user_id ?? '');
    return visitor;
  };
  ada = await join('Ada', 'admin');
  bob = await join('Bob', 'viewer');
  eve = await join('Eve', 'viewer');
  rita = await join('Rita', 'reviewer');
  await makeAgent('desk', { owner_id: ids.get('eve@example.com') });
});
afterAll(() => verifier.close());

describe('the consent page', () => {
  it('names the agent, its owners, the requester and reason, purpose, identity, duration, and risk', async () => {
    const id = await ask('desk', 'bob@example.com', {
      tools: ['contacts.list'],
      max_uses: 3,
      justification: 'ticket 7',
    });
    const page = await bob.open(`/consent/${id}`);
    expect(page.status).toBe(200);
    for (const words of [
      ...['desk of ours', 'keeps the customer list', 'Eve (eve@example.com)', 'the operator of this deployment'],
      ...['to answer customers', 'ticket 7', crm, 'crm:read', 'decides what this means', 'Bob (bob@example.com)'],
      ...['contacts.list', '3 times at most', '8 hours (as asked)', 'risk', 'Don’t allow'],
    ]) {
      expect(textOf(page)).toContain(words);
    }
    expect(page.headers).toMatchObject({ 'x-frame-options': 'DENY' });
    expect(String(page.headers['content-security-policy'])).toContain("frame-ancestors 'none'");
    // The button that the key Enter presses allows nothing.
    expect(page.text.indexOf('value="no"')).toBeLessThan(page.text.indexOf('value="yes"'));
    await answer(bob, id, { decision: 'no' });
  });

  it('is available to the subject and admins, and nobody else', async () => {
    const id = await ask('desk');
    for (const visitor of [eve, rita]) {
      const page = await visitor.open(`/consent/${id}`);
      expect(page.status).toBe(404);
      expect(page.text).not.toContain('desk of ours');
      const sent = await visitor.send(`/consent/${id}`, {
        form_token: await formTokenOf(visitor),
        decision: 'yes',
        scopes,
        ttl: '60',
      });
      expect(sent.status).toBe(404);
    }
    expect(textOf(await ada.open(`/consent/${id}`))).toContain(
      'You answer for Bob (bob@example.com) , not for yourself',
    );
    expect(await statusOf(id)).toBe('pending');
    await answer(bob, id, { decision: 'no' });
  });

  it('sends a signed-out person to the login page and back', async () => {
    const id = await ask('desk');
    const { location } = await createTestVisitor(verifier).open(`/consent/${id}`);
    expect(location).toBe(`/login?return_to=${encodeURIComponent(`/consent/${id}`)}`);
    await answer(bob, id, { decision: 'no' });
  });

  it('makes a grant of the ticked parts, for the chosen time, and explains how to revoke it', async () => {
    const id = await ask('desk');
    const sent = await answer(bob, id, { decision: 'yes', scopes: ['crm:read', 'not:asked'], ttl: '3600' });
    expect(sent).toMatchObject({ status: 303, location: `/consent/${id}` });
    const [grant] = await grantsOf('desk');
    expect(grant).toMatchObject({ scopes: ['crm:read'], granted_by: ids.get('bob@example.com') });
    expect(Date.parse(grant?.expires_at ?? '') - verifier.clock.now()).toBe(3_600_000);
    const after = textOf(await bob.open(`/consent/${id}`));
    expect(after).toContain('Allowed.');
    expect(after).toContain('To revoke it');

    // Neither the same form again nor the other answer changes anything.
    const again = await bob.open('/account/password');
    for (const decision of ['yes', 'no']) {
      const fields = {
        form_token: tokenOf(again.text),
        seen: fieldOf(again.text, 'seen'),
        decision,
        scopes,
        ttl: '60',
      };
      await bob.send(`/consent/${id}`, fields);
    }
    expect(await grantsOf('desk')).toEqual([grant]);
  });

  it('allows nothing when nothing is ticked, and says so beside the boxes', async () => {
    const id = await ask('desk');
    const sent = await answer(bob, id, { decision: 'yes', scopes: [] });
    expect(sent.status).toBe(400);
    expect(textOf(sent)).toContain('Nothing is selected');
    expect(sent.text).toContain('href="#scopes"');
    expect(await statusOf(id)).toBe('pending');
    expect((await answer(bob, id, { decision: 'perhaps' })).status).toBe(400);
    await answer(bob, id, { decision: 'no' });
    expect(await statusOf(id)).toBe('denied');
    expect(textOf(await bob.open(`/consent/${id}`))).toContain('You denied it');
  });

  it('ignores a yes to a version changed after it was read', async () => {
    await makeAgent('chameleon');
    const id = await ask('chameleon');
    const { text } = await bob.open(`/consent/${id}`);
    const fields = { form_token: tokenOf(text), seen: fieldOf(text, 'seen'), decision: 'yes', scopes, ttl: '3600' };
    const { body } = await verifier.admin('GET', '/v1/agents/chameleon');
    const etag = { 'if-match': `"${String(body['revision'])}"` };
    await verifier.admin('PATCH', '/v1/agents/chameleon', { name: 'Something else' }, etag);
    const sent = await bob.send(`/consent/${id}`, fields);
    expect(sent.status).toBe(412);
    expect(textOf(sent)).toContain('The request has changed since you opened this page');
    expect(await statusOf(id)).toBe('pending');
  });

  it.each([
    ['without a token', { form_token: '' }, undefined],
    ['from another site', {}, { origin: 'https://evil.example' }],
    ['of another kind of request to this site', {}, { origin: 'http://localhost', 'sec-fetch-site': 'cross-site' }],
  ])('refuses a form %s', async (_, change, headers) => {
    const id = await ask('desk', 'bob@example.com', { purpose: `form ${String(_)}` });
    const { text } = await bob.open(`/consent/${id}`);
    const fields = {
      form_token: tokenOf(text),
      seen: fieldOf(text, 'seen'),
      decision: 'yes',
      scopes,
      ttl: '60',
      ...change,
    };
    expect((await bob.send(`/consent/${id}`, fields, headers)).status).toBe(403);
    expect((await eve.send(`/consent/${id}`, fields)).status).toBe(403);
    expect(await statusOf(id)).toBe('pending');
  });

  it('does not let an admin consent for somebody to their own request', async () => {
    await makeAgent('wish');
    const wanted = { kind: 'delegation', agent_id: 'wish', subject: ids.get('bob@example.com') };
    const requested = { scopes, resources: [crm], ttl: 3_600, purpose: 'mine' };
    const authorization = `Bearer ${await keyOf(ada, 'approvals:write')}`;
    const { body } = await verifier.post('/v1/approvals', { ...wanted, requested }, { authorization });
    const id = String(body['id']);
    expect(textOf(await ada.open(`/consent/${id}`))).toContain('You requested this yourself');
    await answer(ada, id, { decision: 'yes' });
    expect(await grantsOf('wish')).toEqual([]);
    expect(await statusOf(id)).toBe('pending');
  });

  it('lets an admin consent for somebody, who sees who it was', async () => {
    await makeAgent('helper');
    const id = await ask('helper');
    await answer(ada, id, { decision: 'yes' });
    const [grant] = await grantsOf('helper');
    expect(grant?.granted_by).toBe(ids.get('ada@example.com'));
    expect(textOf(await bob.open('/account/delegations'))).toContain('allowed by Ada (ada@example.com) for you');
  });

  it('starts a formerly approved request only when the person confirms, and keeps it in the list until then', async () => {
    const id = await ask('desk', 'bob@example.com', { scopes: writing });
    expect(textOf(await bob.open(`/consent/${id}`))).toContain('High risk');
    const authorization = `Bearer ${await keyOf(ada, 'approvals:decide')}`;
    await verifier.post(`/v1/approvals/${id}/approve`, {}, { authorization });
    expect(await statusOf(id)).toBe('approved');
    const list = await bob.open('/account/approvals');
    expect(textOf(list)).toContain('Approved: start it if you still want it');
    expect(list.text).toContain(`href="/consent/${id}"`);
    expect(textOf(await bob.open(`/consent/${id}`))).toContain('Begin now');
    await answer(bob, id, { decision: 'yes', scopes: ['crm:write'], ttl: '900' });
    const made = (await grantsOf('desk')).find((grant) => grant.scopes.includes('crm:write'));
    expect(made).toMatchObject({ scopes: ['crm:write'], granted_by: ids.get('bob@example.com') });
    expect((await bob.open('/account/approvals')).text).not.toContain('Approved: start it');
  });

  it('shows the end of a request: withdrawn, or of a suspended or removed agent', async () => {
    await makeAgent('brief');
    const open = async (id: string) => bob.open(`/consent/${id}`);
    const withdrawn = await ask('brief', 'bob@example.com', { purpose: 'one' });
    await verifier.admin('POST', `/v1/approvals/${withdrawn}/cancel`, {});
    expect(textOf(await open(withdrawn))).toContain('This request was withdrawn');

    const suspended = await ask('brief', 'bob@example.com', { purpose: 'two' });
    await verifier.admin('POST', '/v1/agents/brief/suspend', { reason: 'looking' });
    expect(textOf(await open(suspended))).toContain('This agent is suspended right now');
    await verifier.admin('POST', '/v1/agents/brief/decommission', { reason: 'done' });
    const gone = textOf(await open(suspended));
    expect(gone).toMatch(/This agent no longer exists|This request was withdrawn/);
    expect(gone).not.toContain('Don’t allow');
  });

  it('shows foreign text as such: no markup, no direction change, no hidden or endless text', async () => {
    const name = 'P\u0430ypal \u202e<b>bot</b> \u200b';
    await makeAgent('fancy', { name, purpose: `<script>x</script>${'why '.repeat(400)}` });
    const id = await ask('fancy', 'bob@example.com', { justification: '"><img src=x> \u2066trust me' });
    const { text } = await bob.open(`/consent/${id}`);
    expect(text).not.toMatch(/<script|<img|<b>|[\u202e\u200b\u2066]/);
    expect(text).toContain('<bdi>P\u0430ypal \ufffd&lt;b&gt;bot&lt;/b&gt; \ufffd</bdi>');
    expect(text).toContain('contains invisible characters');
    expect(text).toContain('<code><bdi>fancy</bdi></code>');
    expect(text).toContain('All of it');
    for (const path of ['/account/approvals', `/account/approvals/${id}`]) {
      const page = await rita.open(path);
      expect(page.status).toBe(200);
      expect(page.text).not.toMatch(/<script|<img|<b>|[\u202e\u200b\u2066]/);
    }
  });
});

describe('the page of agents acting for somebody', () => {
  it('shows each with all its rights, and revokes one and all', async () => {
    for (const agent of ['one', 'two', 'three']) {
      await makeAgent(agent);
      await answer(eve, await ask(agent, 'eve@example.com'), { decision: 'yes' });
    }
    const page = await eve.open('/account/delegations');
    for (const words of [
      'one of ours',
      crm,
      'crm:read',
      'the operator of this deployment',
      'to answer customers',
      'not yet',
    ]) {
      expect(textOf(page)).toContain(words);
    }
    const [one] = await grantsOf('one');
    const token = tokenOf(page.text);
    // Nobody else can revoke it here, not even a person who may by the API.
    const ofAda = await formTokenOf(ada);
    const foreign = await ada.send('/account/delegations/revoke', {
      form_token: ofAda,
      id: one?.id ?? '',
      agent_id: 'one',
    });
    expect(foreign.status).toBe(404);
    expect(await grantsOf('one')).toHaveLength(1);

    const sent = await eve.send('/account/delegations/revoke', {
      form_token: token,
      id: one?.id ?? '',
      agent_id: 'one',
    });
    expect(sent.location).toBe('/account/delegations?done=revoked');
    expect(await grantsOf('one')).toEqual([]);
    const after = textOf(await eve.open('/account/delegations'));
    expect(after).toContain('Revoked');

    expect((await eve.send('/account/delegations/revoke-all', { form_token: '' })).status).toBe(403);
    // The page showed another organisation than the one that another tab switched to.
    const elsewhere = await eve.send('/account/delegations/revoke-all', { form_token: token, org_id: 'acme' });
    expect([elsewhere.status, (await grantsOf('two')).length]).toEqual([409, 1]);
    await eve.send('/account/delegations/revoke-all', { form_token: token, org_id: fieldOf(page.text, 'org_id') });
    expect([...(await grantsOf('two')), ...(await grantsOf('three'))]).toEqual([]);
    expect(textOf(await eve.open('/account/delegations'))).toContain('Nothing acts for you');
  });

  it('narrows one, and never widens it', async () => {
    await makeAgent('narrow');
    await answer(eve, await ask('narrow', 'eve@example.com'), { decision: 'yes', scopes: ['crm:read', 'mail:search'] });
    const [grant] = await grantsOf('narrow');
    const { text } = await eve.open('/account/delegations');
    const fields = {
      form_token: tokenOf(text),
      id: grant?.id ?? '',
      agent_id: 'narrow',
      revision: String(grant?.revision),
      end: 'same',
    };
    const wider = await eve.send('/account/delegations/narrow', { ...fields, scopes: ['crm:read', 'contacts:list'] });
    expect(wider.status).toBe(422);
    const none = await eve.send('/account/delegations/narrow', fields);
    expect(textOf(none)).toContain('to allow nothing any more, revoke it');
    const less = await eve.send('/account/delegations/narrow', { ...fields, scopes: ['crm:read'], end: '900' });
    expect(less.location).toBe('/account/delegations?done=narrowed');
    const [left] = await grantsOf('narrow');
    expect(left).toMatchObject({ id: grant?.id, scopes: ['crm:read'] });
    expect(Date.parse(left?.expires_at ?? '') - verifier.clock.now()).toBe(900_000);
    // The form from before the change.
    const stale = await eve.send('/account/delegations/narrow', { ...fields, scopes: ['crm:read'] });
    expect(stale.status).toBe(412);
  });
});

describe('the pages of approvals', () => {
  it('show an approver pending requests with all known facts, and accept a yes with its reason', async () => {
    const id = await askTool({
      display: { title: 'Export <i>contacts</i>', lines: [{ label: 'Contacts', value: '1,240' }] },
    });
    const list = await rita.open('/account/approvals');
    // The title is not the requester's own text, which stands apart.
    expect(textOf(list)).not.toContain('Export &lt;i&gt;');
    expect(textOf(list)).toContain('tool call contacts.export');
    expect(textOf(list)).toMatch(/Approvals \d+\+? waiting/);
    const page = await rita.open(`/account/approvals/${id}`);
    for (const words of [
      ...[
        'To call a tool',
        'desk of ours',
        'Eve (eve@example.com)',
        'contacts.export',
        crm,
        '1,240',
        'Export &lt;i&gt;contacts&lt;/i&gt;',
      ],
      ...['the quarterly report', 'once', '5 minutes', 'One approval is needed', 'Your decision'],
    ]) {
      expect(textOf(page)).toContain(words);
    }
    const token = tokenOf(page.text);
    const yes = { form_token: token, decision: 'approve', reason: `seen\r\nwith Bob ${'.'.repeat(485)}\u{1f600}` };
    expect((await rita.send(`/account/approvals/${id}`, { ...yes, form_token: '' })).status).toBe(403);
    expect(await statusOf(id)).toBe('pending');
    await rita.send(`/account/approvals/${id}`, yes);
    expect(await statusOf(id)).toBe('approved');
    const after = textOf(await rita.open(`/account/approvals/${id}`));
    expect(after).toContain('seen with Bob');
    expect(after).toContain('It was not used yet');
    // The other answer comes too late: nothing changes, and the page shows the present state.
    const late = await rita.send(`/account/approvals/${id}`, { form_token: token, decision: 'deny' });
    expect(late.location).toBe(`/account/approvals/${id}`);
    expect(await statusOf(id)).toBe('approved');
  });

  it('show the requester that somebody else must decide, and let them withdraw it', async () => {
    const id = await askTool({}, await keyOf(rita, 'approvals:write'));
    const page = await rita.open(`/account/approvals/${id}`);
    expect(textOf(page)).toContain('somebody else must decide');
    expect(page.text).not.toContain('value="approve"');
    const form_token = tokenOf(page.text);
    const own = await rita.send(`/account/approvals/${id}`, { form_token, decision: 'approve' });
    expect(own.status).toBe(403);
    expect(await statusOf(id)).toBe('pending');
    await rita.send(`/account/approvals/${id}`, { form_token, decision: 'cancel' });
    expect(await statusOf(id)).toBe('cancelled');
  });

  it("show an escalation's agent, action, reason, findings and beginning, as text", async () => {
    const sha = 'ab'.repeat(32);
    const { status, body } = await verifier.admin('POST', '/v1/gateways/gw_1/escalations', {
      binding: {
        agent_id: 'desk',
        workspace_id: 'default',
        phase: 'request',
        tool: 'contacts.export',
        model_id: 'gpt-5',
        endpoint: '/v1/responses?beta',
        headers_hash: sha,
        request_hash: sha,
        response_hash: null,
        principal: 'local',
        policy_set_hash: sha,
        policies: ['pii.export'],
      },
      evidence_id: 'ev_0199a2b4-7c1e-7d3a-9f4b-2f1c5b7a9e10',
      trace_id: 'ab'.repeat(16),
      session_id: 's1',
      policy_id: 'pii.export',
      reasons: [{ id: 'pii.export', reason: 'A person has to look <i>first</i>.' }],
      claims: [{ auditor_id: 'pii', name: 'pii.entity_count', type: 'count', value: 12, confidence: 0.999_9 }],
      preview: 'Dear <b>approver</b>,\nplease say yes.\u202e',
      quorum: 2,
      on_behalf_of: ids.get('bob@example.com'),
    });
    expect(status).toBeLessThan(300);
    const page = await rita.open(`/account/approvals/${String(body['approval_id'])}`);
    for (const words of [
      ...[
        'desk of ours',
        'Acting for Bob (bob@example.com)',
        'contacts.export',
        'gpt-5',
        '/v1/responses?beta',
        'pii.export',
        'pii.entity_count',
      ],
      ...['99.9 %', 'this one exchange', '5 minutes', 'ev_0199a2b4', 'please say yes.'],
      ...['Your approval alone is not enough'],
    ]) {
      expect(textOf(page)).toContain(words);
    }
    expect(page.text).not.toMatch(/<i>|<b>|\u202e/);
  });

  it('are closed to others', async () => {
    const id = await askTool();
    expect((await bob.open(`/account/approvals/${id}`)).status).toBe(404);
    const { text } = await bob.open('/account/password');
    const form_token = tokenOf(text);
    const sent = await bob.send(`/account/approvals/${id}`, { form_token, decision: 'approve' });
    expect(sent.status).toBe(404);
    expect(await statusOf(id)).toBe('pending');
  });
});

// Last, because it signs everybody out.
describe('an expired request', () => {
  it('says so, and asks for nothing', async () => {
    const late = await ask('desk', 'bob@example.com', { purpose: 'three' });
    verifier.clock.set(verifier.clock.now() + 25 * 3_600_000);
    const next = createTestVisitor(verifier);
    await next.fill('/login', { email: 'bob@example.com', password: goodPassword });
    const over = await next.open(`/consent/${late}`);
    expect(over.status).toBe(410);
    expect(textOf(over)).toContain('This has expired');
    expect(over.text).not.toContain('value="yes"');
  });
});
