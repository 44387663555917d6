/** Names of tools at `/mcp`: a public name always means the same tool, whatever servers call theirs. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toPublicName } from './names.ts';

const alias = fc.stringMatching(/^[a-z0-9]{1,12}(-[a-z0-9]{1,8}){0,3}$/);
const bareName = fc.oneof(
  fc.string({ minLength: 1, maxLength: 256, unit: 'binary' }),
  fc.stringMatching(/^[A-Za-z0-9_.-]{1,140}$/),
  fc.constantFrom('a', 'A', '_a', '__a', 'a__b', 'ä', 'a b', 'а', '.', '😀', `x.${'0'.repeat(32)}`),
);

it("follow MCP's rules for any server names", () => {
  fc.assert(
    fc.property(alias, bareName, (server, name) => {
      expect(toPublicName(server, name)).toMatch(/^[A-Za-z0-9_.-]{1,128}$/);
      expect(toPublicName(server, name).startsWith(`${server}__`)).toBe(true);
    }),
  );
});

it("are the servers' own if valid", () => {
  expect(toPublicName('crm', 'search')).toBe('crm__search');
  expect(toPublicName('crm', '_search')).toBe('crm___search');
  expect(toPublicName('crm', 'list contacts')).toMatch(/^crm__list-contacts\.[0-9a-f]{32}$/);
});

it('are never shared by two tools of one server, or of two', () => {
  fc.assert(
    fc.property(alias, alias, bareName, bareName, (one, other, left, right) => {
      if (left.toWellFormed() !== right.toWellFormed()) {
        expect(toPublicName(one, left)).not.toBe(toPublicName(one, right));
      }
      if (one !== other) expect(toPublicName(one, left)).not.toBe(toPublicName(other, right));
    }),
  );
});

it('cannot be taken by another server', () => {
  fc.assert(
    fc.property(alias, bareName, (server, name) => {
      const standIn = toPublicName(server, name).slice(server.length + 2);
      fc.pre(standIn !== name);
      expect(toPublicName(server, standIn)).not.toBe(toPublicName(server, name));
    }),
  );
});
