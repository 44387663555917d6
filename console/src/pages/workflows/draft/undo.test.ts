import { expect, it } from 'vitest';
import { begin, change, redo, undo } from './undo.ts';

it('undo goes back step by step and redo forward again', () => {
  const drawn = change(change(begin('a'), 'b'), 'c');
  expect(undo(drawn).present).toBe('b');
  expect(undo(undo(drawn)).present).toBe('a');
  expect(redo(undo(drawn)).present).toBe('c');
  expect(undo(begin('a')).present).toBe('a');
  expect(redo(drawn)).toBe(drawn);
});

it('changes with one name in a row are one step', () => {
  const typed = change(change(change(begin(''), 'h', 'name'), 'ha', 'name'), 'hat', 'name');
  expect(undo(typed).present).toBe('');
  const other = change(typed, 'hat!', 'description');
  expect(undo(other).present).toBe('hat');
});

it('typing after an undo begins a step of its own', () => {
  const typed = change(change(begin(''), 'h', 'name'), 'ha', 'name');
  const again = change(undo(typed), 'x', 'name');
  expect(undo(again).present).toBe('');
  expect(again.future).toEqual([]);
});

it('the same value is no step, and only the last 200 are kept', () => {
  const start = begin(0);
  expect(change(start, 0)).toBe(start);
  let long = start;
  for (let value = 1; value <= 300; value += 1) long = change(long, value);
  expect([long.past.length, long.past[0]]).toEqual([200, 100]);
});
