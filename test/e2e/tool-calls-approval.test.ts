/** Tool calls that need approval: exactly the approved call passes, once, and no tool is called twice for a waiting result. */
import { afterEach, describe, expect, it } from 'vitest';
import type { ToolCallOutcome, ToolCallQuestion } from '../../src/contract/tool-calls.ts';
import { aQuestion, aResult, judgeOptions, startToolGateway, type ToolGateway } from '../support/tool-gateway.ts';

let world: ToolGateway;
afterEach(() => world?.dispose());

const begin = (change: Partial<ToolCallQuestion> = {}) => world.judge().begin(aQuestion(change), judgeOptions());
const end = (callId: string, outcome: ToolCallOutcome = aResult('ASK somebody')) =>
  world.judge().end(callId, outcome, judgeOptions());
async function allowed(change: Partial<ToolCallQuestion> = {}) {
  const answer = await begin(change);
  if (answer.decision !== 'allow') throw new Error(`${answer.decision} ${JSON.stringify(answer)}`);
  return answer;
}

describe('escalated arguments', () => {
  it('wait for a person, pass once when approved, and then need another approval', async () => {
    world = await startToolGateway();
    const asked = await begin({ tool: 'pay' });
    expect(asked).toMatchObject({
      decision: 'deny',
      reasons: ['pay'],
      reason: 'grant_pending',
      next_action: 'retry',
      approval: { status: 'pending', url: expect.stringContaining('https://verifier.test/consent/') },
    });
    world.verifier.decide('approved');
    const { call_id: callId } = await allowed({ tool: 'pay' });
    expect(await end(callId, aResult('paid'))).toMatchObject({ decision: 'allow' });
    expect(await begin({ tool: 'pay' })).toMatchObject({ decision: 'deny', approval: { status: 'pending' } });
    expect(await world.recorded()).toMatchObject([
      { enforced: 'deny', approval: { status: 'pending' } },
      { enforced: 'allow', approval: { status: 'approved', policies: ['pay'] } },
      { enforced: 'deny' },
    ]);
  });

  it.each<[string, Partial<ToolCallQuestion>]>([
    ['other arguments', { arguments: { name: 'Bob' } }],
    ['another server', { server: 'erp' }],
    ['another agent', { caller: { agent_id: 'other', authentication: 'api_key', credential_id: 'key_1' } }],
    ['another key', { caller: { agent_id: 'clerk', authentication: 'api_key', credential_id: 'key_2' } }],
  ])('are approved for nothing else: %s', async (_name, change) => {
    world = await startToolGateway();
    await begin({ tool: 'pay' });
    world.verifier.decide('approved');
    expect(await begin({ tool: 'pay', ...change })).toMatchObject({
      decision: 'deny',
      approval: { status: 'pending' },
    });
  });

  it('are bound by their value, not by the order of their members', async () => {
    world = await startToolGateway();
    await begin({ tool: 'pay', arguments: { a: 1, b: 2 } });
    world.verifier.decide('approved');
    expect(await begin({ tool: 'pay', arguments: { b: 2, a: 1 } })).toMatchObject({ decision: 'allow' });
  });

  it('are approved by themselves: their result needs its own approval', async () => {
    world = await startToolGateway();
    await begin({ arguments: { text: 'ASK' } });
    world.verifier.decide('approved');
    const { call_id: callId } = await allowed({ arguments: { text: 'ASK' } });
    expect(await end(callId, aResult('ASK'))).toMatchObject({ decision: 'deny', approval: { status: 'pending' } });
  });

  it('denied by a person stay denied', async () => {
    world = await startToolGateway();
    await begin({ tool: 'pay' });
    world.verifier.decide('denied');
    expect(await begin({ tool: 'pay' })).toMatchObject({ decision: 'deny', next_action: 'none' });
  });
});

describe('an escalated result', () => {
  it('is withheld and kept, and answers the same question once approved, without another call', async () => {
    world = await startToolGateway();
    const { call_id: callId, evidence_id: first } = await allowed();
    const waiting = await end(callId);
    expect(waiting).toMatchObject({ decision: 'deny', approval: { status: 'pending' }, next_action: 'retry' });
    expect(JSON.stringify(waiting)).not.toContain('ASK somebody');
    expect(JSON.stringify(waiting)).toContain('if the gateway restarts meanwhile, the tool is called again');
    // Whoever asks too early is told again, and nothing is called.
    expect(await begin()).toMatchObject({ decision: 'deny', approval: { status: 'pending' } });
    world.verifier.decide('approved');
    expect(await begin()).toMatchObject({
      decision: 'answered',
      redacted: false,
      result: { content: [{ type: 'text', text: 'ASK somebody' }] },
    });
    const evidence = await world.recorded();
    expect(evidence.at(-1)).toMatchObject({ enforced: 'allow', previous_evidence_id: first, tool: 'find' });
    expect(evidence).toHaveLength(3);
    expect(await begin()).toMatchObject({ decision: 'allow' });
  });

  it('is kept under the approval of its arguments, which need no second one', async () => {
    world = await startToolGateway();
    await begin({ tool: 'pay' });
    world.verifier.decide('approved');
    const { call_id: callId } = await allowed({ tool: 'pay' });
    expect(await end(callId)).toMatchObject({ decision: 'deny', approval: { status: 'pending' } });
    world.verifier.decide('approved');
    expect(await begin({ tool: 'pay' })).toMatchObject({ decision: 'answered' });
    expect(world.verifier.asked).toHaveLength(4);
  });

  it('is approved exactly: another result of the same call needs another approval', async () => {
    world = await startToolGateway();
    const [one, two] = [await allowed(), await allowed()];
    await end(one.call_id);
    world.verifier.decide('approved');
    expect(await end(two.call_id, aResult('ASK another'))).toMatchObject({ approval: { status: 'pending' } });
    expect(await begin()).toMatchObject({ decision: 'deny' });
  });

  it('is lost with a restart, and the call is made again', async () => {
    world = await startToolGateway();
    const { call_id: callId } = await allowed();
    await end(callId);
    world.verifier.decide('approved');
    await world.restart();
    expect(await begin()).toMatchObject({ decision: 'allow' });
  });

  it('is only for its requester: another agent makes its own call', async () => {
    world = await startToolGateway();
    const { call_id: callId } = await allowed();
    await end(callId);
    world.verifier.decide('approved');
    const caller = { agent_id: 'other', authentication: 'api_key' as const, credential_id: 'key_1' };
    expect(await begin({ caller })).toMatchObject({ decision: 'allow' });
  });

  it('is shown to approvers as text with marks replaced, if the gateway shows any', async () => {
    world = await startToolGateway({ env: { GATEWAY_APPROVAL_PREVIEW_CHARS: '100' } });
    const { call_id: callId } = await allowed();
    await end(callId, aResult('ASK about PRIVATE1'));
    expect(world.verifier.asked[0]?.preview).toBe('ASK about [private]');
  });

  it("denied without a way out reveals nothing of its arguments' approval", async () => {
    world = await startToolGateway();
    await begin({ tool: 'pay' });
    world.verifier.decide('approved');
    const { call_id: callId } = await allowed({ tool: 'pay' });
    const denied = await end(callId, aResult('ATTACK'));
    expect(denied).toMatchObject({ decision: 'deny', reasons: ['attack', 'pay'] });
    expect(denied).not.toHaveProperty('approval');
  });
});
