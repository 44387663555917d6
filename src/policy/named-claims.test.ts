import { describe, expect, it } from 'vitest';
import { createCedarHost } from './cedar-host.ts';
import { anEngine, anEntry, anItem, aPolicySet, aRequest } from './chain.fixture.ts';
import { combinePolicies } from './combine.ts';

const declared = anItem('pii', [anEntry('pii_found', 'boolean')]);
const open = anItem('mood', []);
const chain = [declared, open];
const claimsOf = (map: object) => `@claims(${JSON.stringify(JSON.stringify(map))})`;
const calm = (map: object) =>
  `permit (principal, action, resource);
   ${claimsOf(map)} @id("calm") forbid (principal, action, resource)
   when { context.claims has mood_score && context.claims.mood_score > 3 };`;
const ask = (value: unknown) =>
  aRequest({
    claims: value === undefined ? [] : [{ contextName: 'mood_score', type: 'count', value, auditor: 'mood' }],
    auditors: [
      { item: 'pii', status: 'ok' },
      { item: 'mood', status: 'ok' },
    ],
    settings: { values: new Map() },
  });

describe('a policy names the type of a claim that its auditor does not declare', () => {
  const text = calm({ mood: { mood_score: 'count' } });

  it('and then reads it like a declared one', () => {
    const engine = anEngine(text, { chain });
    expect(engine.decide(ask(2))).toMatchObject({ decision: 'allow' });
    expect(engine.decide(ask(4))).toMatchObject({ decision: 'deny', reasons: ['calm'] });
  });

  it('and denies without it, as for a declared one', () => {
    expect(anEngine(text, { chain }).decide(ask(undefined)).reasons).toEqual(['missing:mood_score:mood']);
  });

  it('or is refused', () => {
    const unnamed = text.replace(/@claims\(.*?\) /, '');
    expect(() => aPolicySet(unnamed, chain)).toThrow('no auditor of the chain declares the claim `mood_score`');
  });

  it('under the name of the item where an earlier auditor declares that claim', () => {
    const set = aPolicySet(
      `${claimsOf({ mood: { pii_found: 'string' } })} permit (principal, action, resource);`,
      chain,
    );
    expect(set.schema.claims.get('mood.pii_found')).toMatchObject({ item: 'mood', producedName: 'pii_found' });
  });
});

describe('@claims is refused', () => {
  it.each([
    ['an item outside the chain', { moood: { mood_score: 'count' } }, 'is not in the chain'],
    ['a claim that an auditor with a vocabulary lacks', { pii: { mood_score: 'count' } }, 'does not declare'],
    ['another type than the declared one', { pii: { pii_found: 'string' } }, 'and it is boolean'],
    ['an unknown type', { mood: { mood_score: 'score' } }, '@claims must be a JSON map'],
    ['a name that no claim may have', { mood: { 'Mood score': 'count' } }, '@claims must be a JSON map'],
    ['an item without claims', { mood: {} }, '@claims must be a JSON map'],
  ])('for %s', (_what, map, message) => {
    expect(() => aPolicySet(calm(map), chain)).toThrow(message);
  });

  it('for two types of one claim', () => {
    const other = `${claimsOf({ mood: { mood_score: 'boolean' } })} permit (principal, action, resource);`;
    expect(() => aPolicySet(`${calm({ mood: { mood_score: 'count' } })}\n${other}`, chain)).toThrow('and it is count');
  });
});

it('the declared type may be repeated, so that a policy stays valid once the auditor declares its claims', () => {
  const later = [declared, anItem('mood', [anEntry('mood_score', 'count')])];
  expect(aPolicySet(calm({ mood: { mood_score: 'count' } }), later).schema.claims.has('mood_score')).toBe(true);
});

it('permits of an inner level keep their names of claims', () => {
  const cedar = createCedarHost();
  const outer = {
    kind: 'org' as const,
    id: 'o',
    records: [{ name: 'all', text: 'permit (principal, action, resource);' }],
  };
  const text = `${claimsOf({ mood: { mood_score: 'count' } })} permit (principal, action, resource) when { context.claims has mood_score && context.claims.mood_score < 3 };`;
  const inner = { kind: 'agent' as const, id: 'a', records: [{ name: 'calm', text }] };
  const engine = anEngine(combinePolicies([outer, inner], cedar).text, { chain, cedar });
  expect(engine.decide(ask(2)).decision).toBe('allow');
  expect(engine.decide(ask(4)).decision).toBe('deny');
});
