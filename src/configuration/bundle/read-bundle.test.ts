import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aBundlePolicy, aConfigBundle, createBundleSigner } from '../../../test/support/config-verifier.ts';
import { readBundle } from './read-bundle.ts';

const signer = createBundleSigner();
const trust = { keys: [signer.key], orgId: 'default' };
const sound = aConfigBundle([signer.key], { policies: [aBundlePolicy('org', 'default', 'permit;')] });
const jws = signer.sign(sound);
const reasonOf = (text: string) => {
  const reading = readBundle(text, trust);
  return reading.ok ? 'ok' : reading.reason;
};

it('a valid bundle is read, with a hash that does not depend on its signature', () => {
  const first = readBundle(jws, trust);
  const second = readBundle(signer.sign(sound), trust);
  if (!first.ok || !second.ok) throw new Error('both are sound');
  expect(first.sound).toMatchObject({ bundle: sound, version: 'cfg_one.1', kid: signer.key.kid });
  expect(first.sound.jws).not.toBe(second.sound.jws);
  expect(first.sound.hash).toBe(second.sound.hash);
});

it('a later minor version with unknown members is read', () => {
  expect(reasonOf(signer.sign({ ...sound, schema_version: '1.7.0', novelty: true }))).toBe('ok');
});

describe('any text other than the signed one', () => {
  it('is refused for any changed character', () => {
    const letters = 'ABab01-_.=';
    fc.assert(
      fc.property(fc.nat(jws.length - 1), fc.nat(letters.length - 1), (at, letter) => {
        const changed = `${jws.slice(0, at)}${letters[letter]}${jws.slice(at + 1)}`;
        expect(reasonOf(changed) === 'ok').toBe(changed === jws);
      }),
      { numRuns: 300 },
    );
  });

  it('is refused when truncated anywhere, without an exception', () => {
    fc.assert(fc.property(fc.nat(jws.length - 1), (length) => reasonOf(jws.slice(0, length)) !== 'ok'));
    fc.assert(fc.property(fc.string(), (text) => reasonOf(text) !== 'ok'));
  });
});

it('any signed JSON is read or refused without an exception', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => reasonOf(signer.sign(value)) !== 'ok'));
});

describe('a header', () => {
  it.each<[string, Record<string, unknown>]>([
    ['of another algorithm', { alg: 'none' }],
    ['of a symmetric algorithm', { alg: 'HS256' }],
    ['of another type', { typ: 'passport+jwt' }],
    ['that brings its own key', { jwk: signer.key }],
    ['that asks for an extension', { crit: ['exp'] }],
  ])('%s is refused', (_name, header) => {
    expect(reasonOf(signer.sign(sound, header))).toBe('format');
  });

  it('is refused when it names another key, for any signer', () => {
    expect(reasonOf(signer.sign(sound, { kid: 'other' }))).toBe('key_unknown');
    const stranger = createBundleSigner();
    expect(reasonOf(stranger.sign(sound, { kid: signer.key.kid }))).toBe('signature');
  });
});

describe('a payload', () => {
  const agent = { id: 'one', workspace_id: 'default', audit_mode: 'enforce' as const };
  const joined = { scope: { level: 'agent', id: 'a' }, auditor_id: 'polite' } as const;
  const apiKey = { id: 'key_1', sha256: 'a'.repeat(64) };
  const tokens = { issuer: 'https://verifier.test', audience: 'https://verifier.test/gateway' };
  const scope = { level: 'workspace', id: 'eu' } as const;
  const setting = { scope, auditor_id: 'pii', settings: {} };
  it.each<[string, object, string]>([
    ['of another organisation', { org_id: 'acme' }, 'organization'],
    ['with policies of another organisation', { policies: [aBundlePolicy('org', 'acme', 'permit;')] }, 'schema'],
    ['of an unknown major version', { schema_version: '2.0.0' }, 'schema_version'],
    ['without a version', { schema_version: 1 }, 'schema'],
    ['with a revision below 0', { revision: -1 }, 'schema'],
    ['that leaves its signer out', { keys: [createBundleSigner().key] }, 'keys'],
    ['with an agent twice', { agents: [agent, agent] }, 'schema'],
    ['with the hash of an API key twice', { api_keys: [apiKey, { ...apiKey, id: 'key_2' }] }, 'schema'],
    ['with an API key that is no hash', { api_keys: [{ ...apiKey, sha256: 'assay_key_x' }] }, 'schema'],
    ['with a key of access tokens twice', { access_tokens: { ...tokens, keys: [signer.key, signer.key] } }, 'schema'],
    ['with an installed auditor twice', { joined_auditors: [joined, joined] }, 'schema'],
    ['with a workspace twice', { workspaces: [{ id: 'eu' }, { id: 'eu' }] }, 'schema'],
    ['with settings of one place twice', { settings: [setting, setting] }, 'schema'],
    ['with a policy twice', { policies: [...sound.policies, ...sound.policies] }, 'schema'],
  ])('%s is refused', (_name, change, reason) => {
    expect(reasonOf(signer.sign({ ...sound, ...change }))).toBe(reason);
  });

  it('may have two secrets of one API key during its rotation', () => {
    const api_keys = [apiKey, { ...apiKey, sha256: 'b'.repeat(64) }];
    expect(reasonOf(signer.sign({ ...sound, api_keys }))).toBe('ok');
  });

  it('may have policies of one name in two scopes, since presets use the same names in every workspace', () => {
    const inScopes = (['active', 'shadow'] as const).flatMap((mode) => [
      aBundlePolicy('org', 'default', 'permit;', { id: 'default.base', mode }),
      aBundlePolicy('workspace', 'default', 'permit;', { id: 'default.base', mode }),
      aBundlePolicy('workspace', 'sales', 'permit;', { id: 'default.base', mode }),
      aBundlePolicy('agent', 'sales', 'permit;', { id: 'default.base', mode }),
    ]);
    expect(reasonOf(signer.sign({ ...sound, policies: inScopes }))).toBe('ok');
    const [first] = inScopes;
    expect(reasonOf(signer.sign({ ...sound, policies: [...inScopes, { ...first, version: 2 }] }))).toBe('schema');
  });

  it('may have an active and a tried version of one policy', () => {
    const [active] = sound.policies;
    expect(reasonOf(signer.sign({ ...sound, policies: [active, { ...active, mode: 'shadow', version: 2 }] }))).toBe(
      'ok',
    );
  });
});
