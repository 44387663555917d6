import { describe, expect, it } from 'vitest';
import { emptyAgentForm, toAgentBody } from './agent-form.ts';

describe('the body that registers an agent', () => {
  it('leaves out what is empty and trims the rest', () => {
    expect(toAgentBody({ ...emptyAgentForm, name: ' Clerk ', purpose: '  ' })).toEqual({
      name: 'Clerk',
      workspace_id: 'default',
      kind: 'autonomous',
      injection_method: 'client_credentials',
    });
  });
});
