import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Html, type HtmlValue, html, toText } from './html.ts';

const text = (value: Html) => toText(value);

describe('a template', () => {
  it('takes no text for markup, whatever the text is and wherever it stands', () => {
    const nasty = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', '/', '=', ' ', '`', 'a', '!', '-', '\u0000') }),
      fc.constantFrom('</title><script>x</script>', '" onload="x', "' x='", '&quot;', '<!--', ']]>', '&#x3c;b>'),
    );
    fc.assert(
      fc.property(nasty, nasty, (left, right) => {
        const made = text(html`<p title="${left}">${right}</p>`);
        const [, attribute, content] = /^<p title="([^"<>]*)">([^<>"]*)<\/p>$/.exec(made) ?? [];
        expect({ attribute: decode(attribute), content: decode(content) }).toEqual({ attribute: left, content: right });
      }),
    );
  });

  it('keeps what another template made, lists of it too, and leaves out what is absent', () => {
    const rows = ['a', '<b>'].map((each) => html`<li>${each}</li>`);
    expect(text(html`<ul>${rows}</ul>${undefined}${false}${0}`)).toBe('<ul><li>a</li><li>&lt;b&gt;</li></ul>0');
    expect(text(html`<input${html` required`} name="x">`)).toBe('<input required name="x">');
  });

  it('takes no object from outside for markup', () => {
    const forged: HtmlValue = JSON.parse('{"markup":"<b>","Symbol(markup)":"<b>"}');
    expect(text(html`<p>${forged}</p>`)).not.toContain('<b>');
  });

  it.each([
    ['an unquoted attribute', () => html`<p title=${'x'}>`],
    ['a text between attributes', () => html`<p ${'onclick'}>`],
    ['an event handler', () => html`<p onclick="${'x'}">`],
    ['a part of an event handler', () => html`<p onclick="go(${'x'})">`],
    ['a style', () => html`<p style="${'x'}">`],
    ['a script', () => html`<script>${'x'}</script>`],
    ['markup in an attribute', () => html`<p title="${html`<b>`}">`],
    ['an address that runs', () => html`<a href="${'javascript:alert(1)'}">`],
    ['an address with a scheme that hides', () => html`<a href="${' javascript:x'}">`],
    ['an address of data', () => html`<a href="${'data:text/html,x'}">`],
    ['an address without a scheme on another host', () => html`<form action="${'//evil.example'}">`],
    ['the same with a backslash', () => html`<form action="${'/\\evil.example'}">`],
  ])('refuses %s', (_, make) => {
    expect(make).toThrow();
  });

  it('takes addresses of ours and of the web', () => {
    expect(text(html`<a href="${'/account?a=1&b=2'}">`)).toBe('<a href="/account?a=1&amp;b=2">');
    expect(text(html`<a href="${'https://example.com/'}">`)).toContain('https://example.com/');
  });

  it('sees a hole behind a closed tag as text, though an attribute holds the sign that closes tags', () => {
    expect(text(html`<p title="a > b">${'<'}</p>`)).toBe('<p title="a > b">&lt;</p>');
    expect(text(html`<p title="a > ${'"'}">${'x'}</p>`)).toBe('<p title="a > &quot;">x</p>');
  });
});

function decode(escaped: string | undefined): string | undefined {
  const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return escaped?.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => signs[name] ?? '');
}
