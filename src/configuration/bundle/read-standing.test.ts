import fc from 'fast-check';
import { expect, it } from 'vitest';
import { aConfigBundle, aStanding, createBundleSigner } from '../../../test/support/config-verifier.ts';
import { configBundleType } from '../../contract/control/config-bundle.ts';
import { standingType } from '../../contract/control/standing.ts';
import { readBundle } from './read-bundle.ts';
import { readStanding } from './read-standing.ts';

const signer = createBundleSigner();
const trust = { keys: [signer.key], orgId: 'default' };
const sound = aStanding([signer.key], { agents: [{ id: 'clerk', status: 'suspended' }] });
const sign = (value: unknown, typ = standingType) => signer.sign(value, { typ });
const reasonOf = (text: string) => {
  const reading = readStanding(text, trust);
  return reading.ok ? 'ok' : reading.reason;
};

it('a valid standing is read', () => {
  const reading = readStanding(sign(sound), trust);
  if (!reading.ok) throw new Error(reading.detail);
  expect(reading.sound).toMatchObject({ standing: sound, version: 'cfg_one.1' });
});

it('a bundle is no standing, and a standing is no bundle, for any header', () => {
  expect(reasonOf(sign(sound, configBundleType))).toBe('format');
  expect(readBundle(sign(sound), trust)).toMatchObject({ ok: false, reason: 'format' });
  expect(readBundle(sign(sound, configBundleType), trust)).toMatchObject({ ok: false, reason: 'schema' });
  expect(reasonOf(sign(aConfigBundle([signer.key]), configBundleType))).toBe('format');
});

it.each<[string, object, string]>([
  ['of another organisation', { org_id: 'acme' }, 'organization'],
  ['of an unknown major version', { schema_version: '2.0.0' }, 'schema_version'],
  ['that leaves its signer out', { keys: [createBundleSigner().key] }, 'keys'],
  ['with an agent twice', { agents: [{ id: 'clerk', status: 'suspended' }, { id: 'clerk' }] }, 'schema'],
  ['with a secret twice', { api_keys: [1, 2].map((id) => ({ id: `k${id}`, sha256: 'a'.repeat(64) })) }, 'schema'],
  ['without agents', { agents: undefined }, 'schema'],
])('one %s is refused', (_name, change, reason) => {
  expect(reasonOf(sign({ ...sound, ...change }))).toBe(reason);
});

it('any signed JSON is read or refused without an exception', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => reasonOf(sign(value)) !== 'ok'));
});
