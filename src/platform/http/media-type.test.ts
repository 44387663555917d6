import { describe, expect, it } from 'vitest';
import { isUtf8, parseMediaType } from './media-type.ts';

describe('a content type', () => {
  it.each([
    [undefined, true],
    ['application/json', true],
    ['application/json; charset=utf-8', true],
    ['application/json;charset="UTF-8"', true],
    ['application/json; charset=utf8', true],
    ['application/json; charset=utf-16', false],
    ['application/json; Charset = "UTF-7"', false],
    ['application/json; charset=latin1', false],
    ['application/json; charset=utf-8; charset=utf-16le', false],
    ['application/json; charset=', false],
  ])('%s is in UTF-8: %s', (value, is) => {
    expect(isUtf8(value)).toBe(is);
  });

  it('has an essence without parameters', () => {
    expect(parseMediaType(' Text/Event-Stream ; charset=utf-8').essence).toBe('text/event-stream');
    expect(parseMediaType(undefined)).toEqual({ essence: '', charsets: [] });
  });
});
