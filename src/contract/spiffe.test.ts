import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentSpiffeId, formatSpiffeId, isTrustDomain, parseSpiffeId, readAgentPath, trustDomainOf } from './spiffe.ts';

const segment = fc.stringMatching(/^[A-Za-z0-9._-]{1,40}$/).filter((text) => text !== '.' && text !== '..');
const trustDomain = fc.stringMatching(/^[a-z0-9._-]{1,100}$/);

describe('a SPIFFE id', () => {
  it('reads back as written', () => {
    fc.assert(
      fc.property(trustDomain, fc.array(segment, { maxLength: 6 }), (domain, path) => {
        expect(parseSpiffeId(formatSpiffeId({ trustDomain: domain, path }))).toEqual({ trustDomain: domain, path });
      }),
    );
  });

  it('has one written form: scheme and trust domain in lower case, the path unchanged', () => {
    fc.assert(
      fc.property(
        trustDomain,
        fc.array(segment, { maxLength: 4 }),
        fc.infiniteStream(fc.boolean()),
        (domain, path, cases) => {
          const anyCase = [...`spiffe://${domain}`]
            .map((letter) => (cases.next().value ? letter.toUpperCase() : letter))
            .join('');
          const read = parseSpiffeId([anyCase, ...path].join('/'));
          expect(read).toEqual({ trustDomain: domain, path });
        },
      ),
    );
  });

  it('consists only of these characters, for any text', () => {
    const form = /^spiffe:\/\/[a-z0-9._-]{1,255}(?:\/[A-Za-z0-9._-]+)*$/i;
    const near = fc.array(
      fc.oneof(
        segment,
        fc.constantFrom(
          'spiffe://',
          'SPIFFE:',
          '/',
          '//',
          '.',
          '..',
          '%41',
          ':',
          '@',
          '?',
          '#',
          '\u212a',
          ' ',
          '\n',
          '',
        ),
      ),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          near.map((parts) => parts.join('')),
          fc.string(),
        ),
        (text) => {
          const read = parseSpiffeId(text);
          if (read === undefined) return;
          expect(text).toMatch(form);
          expect(read.path).not.toContain('.');
          expect(read.path).not.toContain('..');
          expect(formatSpiffeId(read).toLowerCase()).toBe(text.toLowerCase());
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it.each([
    '',
    'spiffe:',
    'spiffe://',
    'spiffe:///agent/a',
    'https://assay.local/agent/a',
    'spiffe:/assay.local/a',
    'spiffe://assay.local/',
    'spiffe://assay.local/agent/',
    'spiffe://assay.local//agent',
    'spiffe://assay.local/agent/.',
    'spiffe://assay.local/agent/..',
    'spiffe://assay.local/../x',
    'spiffe://assay.local/agent/%61',
    'spiffe://assay%2elocal/agent',
    'spiffe://assay.local:8443/agent',
    'spiffe://user@assay.local/agent',
    'spiffe://assay.local/agent?x=1',
    'spiffe://assay.local/agent#x',
    'spiffe://assay.local/agent a',
    'spiffe://assay.local/ag\u00e9nt',
    'spiffe://assay.\u212alocal/agent',
    'spiffe://assay.local\\agent',
    ' spiffe://assay.local/agent',
    'spiffe://assay.local/agent\n',
    `spiffe://${'a'.repeat(256)}/agent`,
    `spiffe://assay.local/${'a'.repeat(2048)}`,
  ])('is not %j', (text) => {
    expect(parseSpiffeId(text)).toBeUndefined();
  });

  it.each([
    ['spiffe://assay.local', { trustDomain: 'assay.local', path: [] }],
    ['spiffe://192.0.2.1/agent/a', { trustDomain: '192.0.2.1', path: ['agent', 'a'] }],
    ['SPIFFE://Assay.Local/Agent/A', { trustDomain: 'assay.local', path: ['Agent', 'A'] }],
    ['spiffe://a_b/...', { trustDomain: 'a_b', path: ['...'] }],
    [`spiffe://${'a'.repeat(255)}`, { trustDomain: 'a'.repeat(255), path: [] }],
    [`spiffe://a/${'b'.repeat(2048 - 11)}`, { trustDomain: 'a', path: ['b'.repeat(2048 - 11)] }],
  ])('is %s', (text, read) => {
    expect(parseSpiffeId(text)).toEqual(read);
  });

  it('is never written from invalid parts', () => {
    for (const [domain, path] of [
      ['Assay', []],
      ['', ['a']],
      ['a', ['']],
      ['a', ['..']],
      ['a', ['x/y']],
      ['a', ['x'.repeat(2048)]],
    ] as const) {
      expect(() => formatSpiffeId({ trustDomain: domain, path })).toThrow(RangeError);
    }
  });
});

describe('the identity of an agent', () => {
  it('names it under the trust domain of its organisation', () => {
    expect(agentSpiffeId(trustDomainOf('assay.local', 'default'), 'a')).toBe('spiffe://assay.local/agent/a');
    expect(agentSpiffeId(trustDomainOf('assay.local', 'Acme'), 'a')).toBe('spiffe://acme.assay.local/agent/a');
    fc.assert(
      fc.property(fc.uniqueArray(trustDomain, { minLength: 2, maxLength: 2 }), segment, ([one, other], id) => {
        const of = (orgId = '') => agentSpiffeId(trustDomainOf('assay.local', orgId), id);
        expect(of(one)).not.toBe(of(other));
      }),
    );
  });

  it('is read back from its path, and from no other path', () => {
    const read = (text: string) => {
      const id = parseSpiffeId(text);
      return id === undefined ? undefined : readAgentPath(id);
    };
    expect(read('spiffe://assay.local/agent/agt_1')).toBe('agt_1');
    for (const path of ['', '/agent', '/gateway/a', '/agent/a/b', '/Agent/a']) {
      expect(read(`spiffe://assay.local${path}`)).toBeUndefined();
    }
  });

  it('has a valid trust domain', () => {
    expect([
      isTrustDomain('a'.repeat(255)),
      isTrustDomain('a'.repeat(256)),
      isTrustDomain('A'),
      isTrustDomain(''),
    ]).toEqual([...[true, false, false, false]]);
  });
});
