import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject, ToolCallEnd, ToolCallRequest, ToolRefusal } from '../ports.ts';
import { legacyRequest, modernRequest, send, startFront, toResult } from './mcp-handler.fixture.ts';

let front: Awaited<ReturnType<typeof startFront>>;
beforeAll(async () => {
  front = await startFront();
});
afterAll(() => front.close());

const requests: ToolCallRequest[] = [];
function ends(...list: readonly ToolCallEnd[]) {
  requests.length = 0;
  front.world.call = (request) => {
    requests.push(request);
    return Promise.resolve(list[requests.length - 1] ?? toResult('more calls than expected'));
  };
}

const params = { name: 'notes__read', arguments: { a: 1 } };
const modern = (more: JsonObject = {}, capabilities: JsonObject = {}) =>
  send(`${front.url}/mcp`, modernRequest('tools/call', { ...params, ...more }, capabilities));
const legacy = () => send(`${front.url}/mcp`, legacyRequest('tools/call', params));

const approval: ToolCallEnd = {
  kind: 'approval_required',
  requestState: 'state',
  message: 'Ada has to approve this.',
  evidenceId: 'ev_1',
  approval: { id: 'apr_1', url: 'https://assay.example/approvals/1', expiresAt: '2026-11-22T12:00:00Z' },
};
const canOpen = { elicitation: { url: {}, form: {} } };

test("a client that can open pages is asked to open the approval's page, and continues with the state", async () => {
  ends(approval, toResult('done'));
  const { message } = await modern({}, canOpen);
  expect(message?.result).toMatchObject({
    resultType: 'input_required',
    requestState: 'state',
    inputRequests: {
      'io.assay/approval': {
        method: 'elicitation/create',
        params: { mode: 'url', url: 'https://assay.example/approvals/1' },
      },
    },
  });
  const answered = { requestState: 'state', inputResponses: { 'io.assay/approval': { action: 'accept' } } };
  expect(JSON.stringify((await modern(answered, canOpen)).message)).toContain('done');
  expect([requests[1]?.requestState, requests[1]?.inputResponses]).toEqual(['state', undefined]);
});

test('a client with only forms is shown the address in one without fields', async () => {
  for (const elicitation of [{}, { form: {} }]) {
    ends(approval);
    const { message } = await modern({}, { elicitation });
    expect(message?.result).toMatchObject({
      inputRequests: {
        'io.assay/approval': { params: { mode: 'form', message: expect.stringContaining('https://') } },
      },
    });
  }
});

test('a client that cannot be asked, or retries too early, reads who must approve, where, and to repeat the call', async () => {
  ends(approval);
  const early = { requestState: 'state', inputResponses: { 'io.assay/approval': { action: 'accept' } } };
  const answers = [await modern(early, canOpen)];
  ends(approval);
  answers.push(await modern());
  ends(approval);
  answers.push(await legacy());
  for (const { message } of answers) {
    expect(message?.result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'approval_required' } },
    });
    const text = JSON.stringify(message?.result?.['content']);
    for (const part of ['Ada has to approve', 'https://assay.example/approvals/1', 'repeat the same call'])
      expect(text).toContain(part);
  }
});

test('the place of the decision is named once', async () => {
  ends({ ...approval, message: 'A person has been asked (https://assay.example/approvals/1).' });
  const text = JSON.stringify((await modern()).message?.result?.['content']);
  expect(text.split('https://assay.example/approvals/1')).toHaveLength(2);
});

test('declining to open the page ends the call: nothing is called', async () => {
  for (const action of ['decline', 'cancel', undefined]) {
    ends(toResult('must not happen'));
    const { message } = await modern(
      { requestState: 'state', inputResponses: { 'io.assay/approval': { action } } },
      canOpen,
    );
    expect([message?.result?.['isError'], requests]).toEqual([true, []]);
  }
});

test("a server's question goes to a client that can answer it, and is an error for any other", async () => {
  const inputRequests = { q: { method: 'sampling/createMessage', params: { messages: [] } } };
  const result = { resultType: 'input_required', inputRequests, requestState: 'sealed' };
  ends({ kind: 'input_required', result });
  expect((await modern({}, { sampling: {} })).message?.result).toMatchObject(result);
  ends({ kind: 'input_required', result });
  const missing = await modern();
  expect([missing.status, missing.message?.error]).toMatchObject([
    400,
    { code: -32021, data: { requiredCapabilities: { sampling: {} } } },
  ]);
  ends({ kind: 'input_required', result });
  expect((await legacy()).message?.result).toMatchObject({ isError: true });
});

test('the endpoint of all servers names the asking server', async () => {
  const params = { mode: 'url', message: 'Assay: sign in again', url: 'https://evil.test/' };
  const inputRequests = { q: { method: 'elicitation/create', params } };
  const asks: ToolCallEnd = { kind: 'input_required', result: { resultType: 'input_required', inputRequests } };
  ends(asks, asks);
  const message = 'The server notes asks: Assay: sign in again';
  expect((await modern({}, canOpen)).message?.result).toMatchObject({ inputRequests: { q: { params: { message } } } });
  const bare = modernRequest('tools/call', { name: 'read', arguments: {} }, canOpen);
  expect((await send(`${front.url}/mcp/notes`, bare)).message?.result).toMatchObject({ inputRequests });
});

const refused = (refusal: Partial<ToolRefusal> & Pick<ToolRefusal, 'code'>): ToolCallEnd => ({
  kind: 'refused',
  refusal: { message: 'In our words.', ...refusal },
});

test.each([
  ['busy', { code: 'busy', retryAfterS: 3 }, 503, -32011, '3'],
  ['too many calls', { code: 'rate_limited', retryAfterS: 9 }, 429, -32012, '9'],
  ['nobody who judges', { code: 'judge_unavailable' }, 503, -32013, '5'],
  ['a state that is not ours', { code: 'state_invalid' }, 200, -32602, null],
  [
    'a capability that the server needs',
    { code: 'tool_refused', rpc: { code: -32021, data: { requiredCapabilities: {} } } },
    400,
    -32021,
    null,
  ],
] as const)('%s is a protocol error', async (_name, refusal, status, code, retryAfter) => {
  ends(refused(refusal));
  const answer = await modern();
  expect([answer.status, answer.message?.error?.code, answer.headers.get('retry-after')]).toEqual([
    status,
    code,
    retryAfter,
  ]);
});

test.each([
  'policy_denied',
  'credential_not_ready',
  'tool_refused',
  'tool_failed',
  'outcome_unknown',
  'consent_not_for_tool',
] as const)('%s is a failed result in our words, with its Evidence', async (code) => {
  ends(refused({ code, evidenceId: 'ev_5', reasons: ['injection.found'] }));
  const { status, message } = await modern();
  expect([status, message?.result]).toMatchObject([
    200,
    {
      isError: true,
      _meta: { 'io.assay/code': code, 'io.assay/evidence_id': 'ev_5' },
      content: [{ type: 'text', text: 'In our words. Reasons: injection.found.' }],
    },
  ]);
});

test('when a person must connect first, a client that opens pages is asked to once, all others get the address', async () => {
  const connect = refused({ code: 'credential_not_ready', connectUrl: 'https://assay.example/connect/1' });
  ends(connect, connect);
  const asked = await modern({}, canOpen);
  expect(asked.message?.result).toMatchObject({
    resultType: 'input_required',
    inputRequests: { 'io.assay/connect': {} },
  });
  const again = await modern({ inputResponses: { 'io.assay/connect': { action: 'accept' } } }, canOpen);
  expect(JSON.stringify(again.message?.result)).toContain('https://assay.example/connect/1');
  for (const capabilities of [{}, { elicitation: { form: {} } }]) {
    ends(connect);
    expect((await modern({}, capabilities)).message?.result).toMatchObject({ isError: true });
  }
});
