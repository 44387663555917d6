/** The `WWW-Authenticate` header of refused calls. */
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../platform/errors.ts';
import { refuseCredential } from '../../../platform/http/bound-tokens/refuse-credential.ts';
import { createChallenges } from './challenge.ts';

const metadata = 'resource_metadata="https://a.example/.well-known/oauth-protected-resource/v1"';
const challengeOf = createChallenges('https://a.example');

describe('a refusal', () => {
  it('without a credential names where to get one, and no error', () => {
    expect(challengeOf(new AppError('unauthorized', 'x'), {})).toEqual([`Bearer ${metadata}`]);
  });

  it('of a token says that it is invalid, in characters that a header may hold', () => {
    const error = new AppError('unauthorized', 'x', { detail: 'the "token"\\ is\nold' });
    expect(challengeOf(error, { authorization: 'Bearer x' })).toEqual([
      `Bearer ${metadata}, error="invalid_token", error_description="the ?token?? is?old"`,
    ]);
  });

  it('of a proof is answered in the scheme that is needed', () => {
    const [first, second] = challengeOf(refuseCredential('no proof', 'dpop_proof'), { authorization: 'Bearer x' });
    expect(first).toContain('DPoP ');
    expect(first).toContain('error="invalid_dpop_proof"');
    expect(first).toContain('algs="ES256 ES384 ES512 EdDSA Ed25519"');
    expect(second).toBe(`Bearer ${metadata}`);
    expect(challengeOf(refuseCredential('old', 'token_expired'), { authorization: 'DPoP x' })[0]).toContain(
      'error="invalid_token"',
    );
  });

  it('for want of a scope names it; other refusals have no challenge', () => {
    const extensions = { scope: 'agents:write' };
    expect(challengeOf(new AppError('forbidden', 'x', { extensions }), {})).toEqual([
      `Bearer ${metadata}, error="insufficient_scope", scope="agents:write"`,
    ]);
    expect(challengeOf(new AppError('forbidden', 'x'), {})).toEqual([]);
    expect(challengeOf(new AppError('not_found', 'x'), { authorization: 'Bearer x' })).toEqual([]);
  });

  it('at /mcp names the metadata of that, which is the resource that a client of MCP asked for', () => {
    const [first] = challengeOf(new AppError('unauthorized', 'x'), {}, '/mcp?x=1');
    expect(first).toBe('Bearer resource_metadata="https://a.example/.well-known/oauth-protected-resource/mcp"');
    expect(challengeOf(new AppError('unauthorized', 'x'), {}, '/mcp2')).toEqual([`Bearer ${metadata}`]);
  });

  it('names the metadata below a prefix as RFC 9728 has it, and none while the URL is unknown', () => {
    const [below] = createChallenges('https://a.example/assay/')(new AppError('unauthorized', 'x'), {});
    expect(below).toBe('Bearer resource_metadata="https://a.example/.well-known/oauth-protected-resource/assay/v1"');
    expect(createChallenges(undefined)(new AppError('unauthorized', 'x'), {})).toEqual(['Bearer']);
  });
});
