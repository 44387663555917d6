import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bindingHashOf } from './binding-hash.ts';
import type { EscalationBinding } from './escalation.ts';

const binding: EscalationBinding = {
  agent_id: 'clerk',
  workspace_id: 'default',
  phase: 'request',
  tool: null,
  model_id: 'model-1',
  endpoint: '/v1/messages',
  headers_hash: null,
  request_hash: 'a'.repeat(64),
  response_hash: null,
  principal: 'local',
  policy_set_hash: 'sha256:1',
  policies: ['a', 'b'],
};

describe('the hash of a binding', () => {
  it('is SHA-256 of its canonical JSON', () => {
    // printf '%s' '{"agent_id":"clerk",…}' | sha256sum
    expect(bindingHashOf(binding)).toBe('7a6597f9619c793b51fe2b9d4ed1a00093697b3f7b131d58f96b8f5a1485a815');
  });

  it('is independent of the order of members and policies, and of other members', () => {
    const { policies: _policies, ...rest } = binding;
    const turned = Object.assign({}, { policies: ['b', 'a', 'b'] }, rest);
    expect(bindingHashOf(turned)).toBe(bindingHashOf(binding));
    expect(bindingHashOf(Object.assign({ more: 1 }, binding))).toBe(bindingHashOf(binding));
  });

  it('changes with every value of every member', () => {
    const names = ['agent_id', 'workspace_id', 'tool', 'model_id', 'endpoint', 'principal', 'policy_set_hash'] as const;
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.string({ unit: 'grapheme', minLength: 1 }), (name, value) => {
        fc.pre(binding[name] !== value);
        expect(bindingHashOf({ ...binding, [name]: value })).not.toBe(bindingHashOf(binding));
      }),
    );
    for (const change of [
      ...[{ phase: 'response' as const }, { request_hash: 'b'.repeat(64) }, { response_hash: 'a'.repeat(64) }],
      { headers_hash: 'a'.repeat(64) },
      ...[{ server: 'bank' }],
      ...[{ policies: ['a'] }, { policies: ['a', 'b', 'c'] }, { policies: ['a,b'] }, { tool: 'null' }],
    ]) {
      expect(bindingHashOf({ ...binding, ...change })).not.toBe(bindingHashOf(binding));
    }
  });
});
