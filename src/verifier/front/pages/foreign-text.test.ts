import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toShown } from '../../../contract/shown-text.ts';
import { foreign, foreignCode, quote, warnOfName } from './foreign-text.ts';
import { toText } from './html.ts';

describe('foreign text', () => {
  it.each([
    ['bold\u202egpj.exe', 'bold\ufffdgpj.exe'],
    ['a\u2066b\u2069', 'a\ufffdb\ufffd'],
    ['pay\u200bpal', 'pay\ufffdpal'],
    ['bell\u0007', 'bell\ufffd'],
    ['tag\u{e0041}', 'tag\ufffd'],
    ['soft\u00adhyphen', 'soft\ufffdhyphen'],
    ['two\nlines\t here', 'two lines here'],
    ['e\u0301\u0301\u0301\u0301\u0301', 'e\u0301\u0301\ufffd'],
    ['join\u200der', 'join\ufffder'],
    ['1\ufe0f', '1\ufffd'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['❤\ufe0f 👩\u200d🚒', '❤\ufe0f 👩\u200d🚒'],
    ['שלום', 'שלום'],
    ['Zoë 🚀', 'Zoë 🚀'],
  ])('%j is shown as %j', (text, shown) => {
    expect(toShown(text)).toBe(shown);
  });

  it('is bounded, isolated, and never markup', () => {
    const name = fc.string({ unit: 'binary', maxLength: 500 });
    fc.assert(
      fc.property(name, (text) => {
        for (const shown of [foreign(text), foreignCode(text), quote(text)]) {
          const page = toText(shown);
          const inner = page.replaceAll(/<\/?(?:bdi|code|blockquote|details|summary(?: class="small")?|p)>/g, '');
          expect(inner).not.toMatch(/[<>"']/);
          expect(inner.replaceAll('\n', '')).not.toMatch(/\p{Cc}|[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
          expect(page).toContain('<bdi>');
        }
        expect(toShown(text, 40).length).toBeLessThanOrEqual(80);
      }),
    );
  });

  it('is folded when long, and complete inside', () => {
    const long = 'all of my reasons '.repeat(60).trim();
    const page = toText(quote(long));
    expect(page).toContain('<summary class="small">All of it</summary>');
    expect(page).toContain(long);
    expect(toText(quote('short'))).toBe('<blockquote><bdi>short</bdi></blockquote>');
  });

  it.each([
    ['Pаypal helper', 'mixes letters of several alphabets (Latin, Cyrillic)'],
    ['Ρayroll', 'mixes letters of several alphabets (Latin, Greek)'],
    ['𝐁illing', 'mixes letters'],
    ['Bill\u200bing', 'invisible characters'],
  ])('%s is warned about: %s', (name, words) => {
    expect(warnOfName(name)).toContain(words);
  });

  it.each(['Billing bot', 'Zoë', 'Помощник', '請求ボット', 'מסייע', '❤\ufe0f bot', 'Bot 7 (test)'])(
    '%s is not',
    (name) => {
      expect(warnOfName(name)).toBeUndefined();
    },
  );
});
