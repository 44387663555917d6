import fc from 'fast-check';
import { expect, it } from 'vitest';
import { scopeLevels } from '../../contract/control/scope.ts';
import { nameShadows } from './shadow.ts';

const at = (level: (typeof scopeLevels)[number], id: string) => ({ id, scope: { level, id: 'x' } });

it('shadow policies keep their names unless two scopes share one', () => {
  expect(nameShadows([at('org', 'strict'), at('workspace', 'trial')])).toEqual(['strict', 'trial']);
});

it('no two shadow policies of an agent are recorded under one id', () => {
  const name = fc.stringMatching(/^(?:org\.|workspace\.|agent\.)?[ab]$/);
  const shadow = fc.record({ level: fc.constantFrom(...scopeLevels), name });
  const shadows = fc.uniqueArray(shadow, { selector: ({ level, name: id }) => `${level} ${id}` });
  fc.assert(
    fc.property(shadows, (all) => {
      const ids = nameShadows(all.map(({ level, name: id }) => at(level, id)));
      expect(new Set(ids).size).toBe(all.length);
    }),
  );
});
