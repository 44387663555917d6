import { describe, expect, it } from 'vitest';
import { controlOf } from './control-of.ts';

describe('the control of a setting', () => {
  it('is a slider only with both bounds', () => {
    expect(controlOf({ type: 'number', control: 'slider', min: 0, max: 1 })).toBe('slider');
    expect(controlOf({ type: 'number', control: 'slider', min: 0 })).toBe('number');
    expect(controlOf({ type: 'number', min: 0, max: 1 })).toBe('number');
  });

  it('is a select only with options', () => {
    expect(controlOf({ type: 'string', control: 'select', options: ['a'] })).toBe('select');
    expect(controlOf({ type: 'string', control: 'select' })).toBe('text');
    expect(controlOf({ type: 'string', options: ['a'] })).toBe('suggest');
  });

  it('is a tag input for lists, with fixed choices where the hint says so', () => {
    expect(controlOf({ type: 'string[]', options: ['a'] })).toBe('tags');
    expect(controlOf({ type: 'string[]', control: 'select', options: ['a'] })).toBe('choices');
  });

  it('is a toggle for booleans, and text for a type that the contract does not have', () => {
    expect(controlOf({ type: 'boolean' })).toBe('toggle');
    expect(controlOf({ type: 'number[]' })).toBe('text');
  });
});
