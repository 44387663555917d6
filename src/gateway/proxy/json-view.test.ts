import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactJson, viewOfJson } from './json-view.ts';

const at = (view: string, word: string, replacement = '[R]') => {
  const start = view.indexOf(word);
  return { start, end: start + word.length, replacement };
};

/** Any UTF-16 code unit, lone surrogates included. */
const codeUnit = fc.nat(0xffff).map((code) => String.fromCharCode(code));

describe('view of JSON', () => {
  it('shows text that escapes hide from a detector', () => {
    expect(viewOfJson('{"key":"\\u0041KIA\\u0049","a":"x\\ny\\/\\"z"}')).toBe('{"key":"AKIAI","a":"x\ny/"z"}');
  });

  it('keeps an invalid escape', () => {
    expect(viewOfJson('"\\q \\u12G4 \\')).toBe('"\\q \\u12G4 \\');
  });

  it('reads every string of any JSON like its parser', () => {
    fc.assert(
      fc.property(fc.string({ unit: codeUnit }), (text) => {
        const escaped = `"${[...text].map((char) => (char.length === 1 ? unicodeEscape(char) : char)).join('')}"`;
        expect(viewOfJson(escaped)).toBe(`"${text}"`);
      }),
    );
  });
});

describe('redaction in JSON', () => {
  it('replaces escaped text as a whole', () => {
    const json = '{"key":"a \\u0041KIA b"}';
    const view = viewOfJson(json);
    expect(redactJson(json, [at(view, 'AKIA')])).toEqual({ ok: true, json: '{"key":"a [R] b"}', replacements: 1 });
  });

  it('turns a touched number into a string', () => {
    const json = '{"card": 4111111111111111, "n": -1.5e3}';
    expect(redactJson(json, [at(json, '1111'), at(json, '-1.5e3')])).toEqual({
      ok: true,
      json: '{"card": "[R]", "n": "[R]"}',
      replacements: 2,
    });
  });

  it('splits a range across strings and leaves punctuation', () => {
    const json = '{"a":"one","":"","b":"two"}';
    const result = redactJson(json, [{ start: json.indexOf('ne'), end: json.indexOf('wo'), replacement: '[R]' }]);
    expect(result).toEqual({ ok: true, json: '{"a":"o[R]","":"","[R]":"[R]wo"}', replacements: 3 });
  });

  it('redacts truncated JSON up to its end', () => {
    const json = '{"a":"sec\\u0072et';
    expect(redactJson(json, [at(viewOfJson(json), 'secret')])).toMatchObject({ json: '{"a":"[R]' });
  });

  it('never makes valid JSON invalid, and leaves nothing of a range inside strings', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: codeUnit }), fc.nat(), fc.nat(), (json, a, b) => {
        const view = viewOfJson(json);
        const start = a % view.length;
        const end = start + 1 + (b % (view.length - start));
        const result = redactJson(json, [{ start, end, replacement: '[R]' }]);
        expect(result.ok).toBe(true);
        if (!result.ok) return;
        JSON.parse(result.json);
        const removed = view.slice(start, end).replaceAll(/[^a-z0-9]/gi, '').length;
        const left = viewOfJson(result.json)
          .replaceAll('[R]', '')
          .replaceAll(/[^a-z0-9]/gi, '').length;
        expect(left).toBeLessThanOrEqual(view.replaceAll(/[^a-z0-9]/gi, '').length - removed);
      }),
    );
  });
});

function unicodeEscape(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
