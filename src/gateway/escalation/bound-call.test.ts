import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toUpstreamHeaders } from '../http/forwarded-headers.ts';
import { toEndpoint } from './bound-call.ts';

const hashOf = (headers: Record<string, string>, upstreamKey?: string) => {
  const { headers: upstreamHeaders } = toUpstreamHeaders({
    headers,
    upstreamKey,
    traceparent: '00-1',
    credentialStyle: 'bearer',
    isOurs: (text) => text === 'ours',
    isStream: false,
    moreNames: ['x-router-target'],
  });
  return toEndpoint({ path: '/v1/messages', upstreamHeaders, clientHeaders: headers }).headersHash;
};

describe('besides the body a call is bound to', () => {
  it('its path with the query', () => {
    const path = '/v1/messages?beta=true';
    const at = toEndpoint({ path, upstreamHeaders: {}, clientHeaders: {} });
    expect(at).toEqual({ endpoint: path, headersHash: null });
  });

  it('every forwarded header, known or not, in any order', () => {
    const known = fc.constantFrom(
      'anthropic-beta',
      'openai-organization',
      'authorization',
      'x-api-key',
      'x-router-target',
    );
    fc.assert(
      fc.property(known, fc.stringMatching(/^[!-~]{1,20}$/), (name, value) => {
        expect(hashOf({ accept: '*/*', [name]: value })).not.toBe(hashOf({ accept: '*/*' }));
        expect(hashOf({ accept: '*/*', [name]: value })).not.toBe(hashOf({ accept: '*/*', [name]: `${value}2` }));
        expect(hashOf({ [name]: value, accept: '*/*' })).toBe(hashOf({ accept: '*/*', [name]: value }));
      }),
    );
  });

  it('no value that differs per attempt, stays here, or comes from the gateway', () => {
    for (const name of ['x-stainless-retry-count', 'traceparent', 'idempotency-key', 'user-agent', 'x-request-id']) {
      expect(hashOf({ [name]: 'other' })).toBeNull();
    }
    expect(hashOf({ 'x-assay-session-id': 's', cookie: 'a=b', authorization: 'Bearer ours' })).toBeNull();
    expect(hashOf({ authorization: 'Bearer of-the-client' }, 'sk-of-the-gateway')).toBeNull();
  });
});
