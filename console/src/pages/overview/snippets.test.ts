import { expect, test } from 'vitest';
import { clients, toClient, toSnippet } from './snippets.ts';

test('each snippet goes to the gateway of the session, without a doubled slash', () => {
  for (const client of clients) {
    const text = toSnippet(client, 'https://gateway.example:8300/', false);
    expect(text).toMatch(/https:\/\/gateway\.example:8300(?:\/v1|["'])/);
    expect(text).not.toContain('8300//');
    expect(text).toContain('echo');
  }
});

test('a key is asked for only where callers sign in', () => {
  for (const client of clients) {
    expect(toSnippet(client, null, false)).not.toContain('API_KEY_OF_AN_AGENT');
    expect(toSnippet(client, null, true)).toContain('API_KEY_OF_AN_AGENT');
  }
});

test('an address without a known client means curl', () => {
  expect(toClient('perl')).toBe('curl');
  expect(toClient('js')).toBe('js');
});
