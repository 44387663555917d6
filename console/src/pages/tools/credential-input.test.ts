import { describe, expect, it } from 'vitest';
import { emptyCredential, toCredentialInput } from './credential-input.ts';

const draft = { ...emptyCredential, service: 'com.example/crm', scope: 'workspace sales', secret: ' key ' };

describe('toCredentialInput', () => {
  it('sends the secret as it was typed', () => {
    expect(toCredentialInput(draft, undefined).secret).toBe(' key ');
  });

  it('sends no secret for a sign-in of a person, even if one was typed before', () => {
    expect(toCredentialInput({ ...draft, kind: 'oauth2_code' }, undefined).secret).toBeUndefined();
  });

  it('names the scope of a shared credential, and the agent of one that belongs to an agent', () => {
    expect(toCredentialInput(draft, undefined)).toMatchObject({ scope: { level: 'workspace', id: 'sales' } });
    const owned = toCredentialInput({ ...draft, agent: 'clerk' }, 'usr_1');
    expect(owned).toMatchObject({ agent_id: 'clerk', scope: undefined, sharing_mode: undefined, user_id: undefined });
  });

  it('names the person only for a credential of an agent that is their own', () => {
    expect(toCredentialInput({ ...draft, agent: 'clerk', isMine: true }, 'usr_1').user_id).toBe('usr_1');
    expect(toCredentialInput({ ...draft, isMine: true }, 'usr_1').user_id).toBeUndefined();
  });

  it('sends only the settings of the chosen kind', () => {
    const typed = { ...draft, username: 'ada', issuer: 'https://login.example.com', clientId: 'c', header: 'x-key' };
    expect(toCredentialInput({ ...typed, kind: 'basic' }, undefined)).toMatchObject({
      config: { username: 'ada', client_id: undefined },
      issuer: undefined,
      injection: undefined,
    });
    expect(toCredentialInput(typed, undefined)).toMatchObject({ config: undefined, injection: { header: 'x-key' } });
  });
});
