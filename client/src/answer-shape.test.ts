import { describe, expect, it } from 'vitest';
import { type AnswerShape, misfitOf, strictMisfitOf } from './answer-shape.ts';
import { answers, shapes } from './generated/shapes.ts';

const named = { Tag: { members: { id: 'string', at: { oneOf: ['string', 'null'] } }, required: ['id'] } } as const;
const shape: AnswerShape = {
  members: { id: 'string', status: 'string', count: 'number', tags: { list: '#Tag' }, labels: { map: 'string' } },
  required: ['id'],
};

describe('an answer', () => {
  it.each([
    ['that is whole', { id: 'a', status: 'ok', count: 1, tags: [{ id: 'b', at: null }], labels: { x: 'y' } }],
    ['with an unknown value of an enumeration', { id: 'a', status: 'of a newer release' }],
    ['with a member of a newer release', { id: 'a', more: 1 }],
    ['without the members that an older release lacks', { id: 'a' }],
  ])('%s passes', (_title, value) => {
    expect(misfitOf(value, shape, named)).toBeUndefined();
  });

  it.each<[string, unknown, string]>([
    ['that is no object', [], ''],
    ['that is null', null, ''],
    ['that is another object', { name: 'a' }, '/id'],
    ['with a member of another type', { id: 'a', count: '1' }, '/count'],
    ['with null where none may be', { id: 'a', status: null }, '/status'],
    ['with an item of another type', { id: 'a', tags: [{ id: 'b' }, 'c'] }, '/tags/1'],
    ['with a wrong member in an item', { id: 'a', tags: [{ id: 'b', at: 1 }] }, '/tags/0/at'],
    ['with a wrong value in a map', { id: 'a', labels: { 'a/b': 1 } }, '/labels/a~1b'],
  ])('%s is refused at its place', (_title, value, pointer) => {
    expect(misfitOf(value, shape, named)).toBe(pointer);
  });
});

describe('a whole answer', () => {
  const strict = { ...shape, optional: ['labels'] };
  it.each([
    ['may lack optional members', { id: 'a', status: 'ok', count: 1, tags: [] }, undefined],
    ['lacks no other member', { id: 'a', status: 'ok', tags: [] }, '/count'],
    ['has whole items', { id: 'a', status: 'ok', count: 1, tags: [{ id: 'b' }] }, '/tags/0/at'],
  ])('%s', (_title, value, pointer) => {
    expect(strictMisfitOf(value, strict, named)).toBe(pointer);
  });
});

describe('the generated shapes', () => {
  it('name only shapes that there are', () => {
    const names = [...JSON.stringify([shapes, answers]).matchAll(/"#(\w+)"/g)].map(([, name = '']) => name);
    expect(names.filter((name) => !Object.hasOwn(shapes, name))).toEqual([]);
  });

  it('refuse a page without its end: it would look like the whole list', () => {
    const list = answers['models.list'] ?? 'null';
    expect(misfitOf({ items: [], next_cursor: null, has_more: false }, list, shapes)).toBeUndefined();
    expect(misfitOf({ items: [], next_cursor: null }, list, shapes)).toBe('/has_more');
    expect(misfitOf({ items: [] }, list, shapes)).toBe('/next_cursor');
  });
});
