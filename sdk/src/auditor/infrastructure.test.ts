import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { annotationName, resolveInfrastructure } from './infrastructure.ts';

describe('infrastructure precedence', () => {
  const env = { AUDIT_MODE: 'env' };
  const annotations = { 'vendor.io/audit-mode': 'annotation' };
  const manifest = { AUDIT_MODE: 'manifest' };
  const defaults = { AUDIT_MODE: 'default' };

  it.each([
    ['environment first', { env, annotations, manifest, defaults }, 'env'],
    ['then the pod annotation', { env: {}, annotations, manifest, defaults }, 'annotation'],
    ['then the chain item', { env: {}, manifest, defaults }, 'manifest'],
    ['then the default', { env: {}, defaults }, 'default'],
    ['an empty text counts as set', { env: { AUDIT_MODE: '' }, manifest, defaults }, ''],
  ])('takes the first value that is set: %s', (_what, levels, value) =>
    expect(resolveInfrastructure(levels)).toEqual({ AUDIT_MODE: value }),
  );

  it("ignores environment variables without the auditor's prefix", () => {
    expect(resolveInfrastructure({ env: { HOME: '/root' }, manifest: { A: '1' }, defaults: { B: undefined } })).toEqual(
      { A: '1' },
    );
  });

  it('ignores a prototype', () => {
    expect(resolveInfrastructure({ env: {}, defaults: { toString: undefined } })).toEqual({});
  });

  it('a variable becomes a kebab-case annotation', () => {
    expect(annotationName('INJECTION_BAN_SUBSTRINGS')).toBe('vendor.io/injection-ban-substrings');
  });

  it('the value is that of the highest level that has one', () => {
    const level = fc.option(fc.string(), { nil: undefined });
    fc.assert(
      fc.property(level, level, level, level, (a, b, c, d) => {
        const resolved = resolveInfrastructure({
          env: { FOO_BAR: a },
          annotations: { 'vendor.io/foo-bar': b },
          manifest: { FOO_BAR: c },
          defaults: { FOO_BAR: d },
        });
        expect(resolved['FOO_BAR']).toBe([a, b, c, d].find((value) => value !== undefined));
      }),
    );
  });
});
