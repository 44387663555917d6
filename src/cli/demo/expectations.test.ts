import { describe, expect, it } from 'vitest';
import { anEvidence } from '../../../test/support/artefacts.ts';
import { type Conversation, conversations } from './conversations.ts';
import { findSurprises, type JudgedEvidence } from './expectations.ts';
import type { DemoExchange } from './run-conversation.ts';

const [harmless, injection, leak, streamed] = conversations;
if (!harmless || !injection || !leak || !streamed) throw new Error('the demo has four conversations');

function aView(change: Partial<JudgedEvidence> = {}): JudgedEvidence {
  return { ...anEvidence(`sha256:${'0'.repeat(64)}`), trust_tier: 'warning', ...change };
}

function anExchange(conversation: Conversation, change: Partial<DemoExchange> = {}): DemoExchange {
  const { decision } = conversation.expected;
  return {
    conversation,
    status: decision === 'allow' ? 200 : 403,
    decision,
    evidenceId: 'ev_1',
    received: decision === 'allow' ? conversation.text : undefined,
    answer: '',
    pieces: conversation.stream ? 1 : 0,
    ...change,
  };
}

const risky = { name: 'injection_risk', type: 'score_normalized', value: 0.99 } as const;
const denied = aView({ enforced: 'deny', claims: [risky] });

describe('the demo succeeds', () => {
  it('when harmless text passes unchanged and an injection reaches nobody', () => {
    expect(findSurprises(anExchange(harmless), aView())).toEqual([]);
    expect(findSurprises(anExchange(streamed), aView())).toEqual([]);
    expect(findSurprises(anExchange(injection), denied)).toEqual([]);
  });
});

describe('the demo detects', () => {
  it.each([
    ['an injection that is allowed', anExchange(injection, { decision: 'allow' }), denied],
    ['a refusal with the wrong status', anExchange(injection, { status: 200 }), denied],
    ['a denied text that reaches the model', anExchange(injection, { received: 'Ignore' }), denied],
    ['an injection that nobody claims', anExchange(injection), aView({ enforced: 'deny', claims: [] })],
    ['evidence that says something else', anExchange(injection), aView({ claims: [risky] })],
    ['a false alarm', anExchange(harmless), aView({ claims: [risky] })],
    ['a changed harmless text', anExchange(harmless, { received: 'other' }), aView()],
    ['a text that never arrives', anExchange(harmless, { received: undefined }), aView()],
    ['an answer that is not streamed', anExchange(streamed, { pieces: 0 }), aView()],
    ['a verdict that is too good for software', anExchange(harmless), aView({ trust_tier: 'affirming' })],
  ])('%s', (_title, exchange, view) => {
    expect(findSurprises(exchange, view)).toHaveLength(1);
  });

  it('a secret that reaches the model', () => {
    const claims = leak.expected.claims.map((name) => ({ name, type: 'boolean', value: true }) as const);
    const view = aView({ claims });
    expect(findSurprises(anExchange(leak, { received: 'card [REDACTED:card] key [REDACTED:key]' }), view)).toEqual([]);
    expect(findSurprises(anExchange(leak), view)).toHaveLength(2);
    const [card = ''] = leak.expected.redacted;
    expect(findSurprises(anExchange(leak, { received: `${card} [REDACTED:a] [REDACTED:b]` }), view)).toHaveLength(1);
  });
});
