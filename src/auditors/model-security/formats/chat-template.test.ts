import { describe, expect, it } from 'vitest';
import { aContext } from './bytes.fixture.ts';
import { inspectTemplate } from './chat-template.ts';
import { aTemplate } from './gguf.fixture.ts';
import { createReport } from './report.ts';

function idsOf(template: string): string[] {
  const report = createReport(aContext());
  inspectTemplate(template, 0, report);
  return [...new Set(report.finish('jinja').findings.map(({ id }) => id))];
}

describe('chat templates', () => {
  it.each([
    ['roles, tools, loops, string methods', aTemplate],
    ['a variable of one underscore', "{% set _ = ns.update(x=1) %}{{ '_' + name + '_' }}"],
    ['words of Python outside of tags', "You may call os.system('ls') or x.__class__ in {{ language }}."],
    [
      'an os inside a message',
      "{{ 'the os module, eval() and __init__.py'[:0] if false else message.os }}".replaceAll('__', 'dunder'),
    ],
    [
      'a parameter called open or system',
      "{{ tool.function.open }}{% if messages.system %}{{ messages['import'] }}{% endif %}",
    ],
    ['join, replace and split by underscore', "{{ keys | join('_') | replace('-', '_') }}{{ x.split('_')[0] }}"],
    [
      'tests and filters by attribute',
      "{{ messages | selectattr('role', 'equalto', 'user') | map(attribute='content') | list }}",
    ],
    ['a macro', '{% macro render(x, depth=0) %}{{ x.items() | list }}{% endmacro %}{{ render(tools) }}'],
    ['percent formatting of a text', "{{ '%s: %d' | format(name, 3) }}"],
    [
      'lists of words, and a choice among them',
      "{% if type in ['string', 'class_name'] %}{{ ('a', 'b') | join(', ') }}{% endif %}",
    ],
    [
      'types of a schema as types of Python',
      `{%- macro type_of(spec) %}{%- set map = {"string": "str", "object": "dict"} %}
      {%- if spec.type in map %}{{- map[spec.type] }}{%- elif spec.type == "array" %}{{- "list[" + type_of(spec.items) + "]" }}
      {%- else %}{{- "dict[str, " + type_of(spec.values) + ']' }}{%- endif %}{%- endmacro %}
      {{- "Name: %s, class of %s" | format(a, b) }}{{ messages[::-1][0].role | upper }}{{ message['role'].replace('_', ' ') }}`,
    ],
    ['a dictionary that is written out', '{{ dict(name=x, arguments=y) | tojson }}'],
    ['a part of a text', "{{ content[1:-1] }}{{ content.split('_')[::-1] | join('_') }}"],
  ])('ordinary template code is no finding: %s', (_title, template) => {
    expect(idsOf(template)).toEqual([]);
  });

  it.each([
    ['class and mro', "{{ ''.__class__.__mro__[1].__subclasses__()[40]('x') }}"],
    ['globals of a helper', '{{ cycler.__init__.__globals__.os.popen("id").read() }}'],
    ['lipsum', "{{ lipsum['__glo' ~ 'bals__'] }}"],
    ['a subscript instead of a dot', "{{ x['__class__'] }}"],
    ['hexadecimal escapes', "{{ x['\\x5f\\x5fclass\\x5f\\x5f'] }}"],
    ['unicode escapes', "{{ x['\\u005f\\u005fclass'] }}"],
    ['octal escapes', "{{ x['\\137\\137class'] }}"],
    ['named escapes', "{{ x['\\N{LOW LINE}'] }}"],
    ['the attr filter', '{{ x | attr(name) }}'],
    ['doubled underscores', "{{ x['_' * 2 ~ 'class'] }}"],
    ['a half-built dunder', "{{ x['_' ~ '_class_' ~ '_'] }}"],
    ['characters by number', "{{ '%c%c' | format(95, 95) }}"],
    ['a private attribute', '{{ self._TemplateReference__context }}'],
    ['a frame of a generator', '{{ g.gi_frame.f_back.f_globals }}'],
    ['the name of a frame in a string', "{{ g['gi_frame'] }}"],
    ['a call of eval', "{{ eval('1') }}"],
    ['the os module', "{{ os.system('id') }}"],
    ['a dunder behind a trim mark', '{%- if x.__init__ -%}{%- endif -%}'],
    ['a dunder behind a text that looks like an end', "{{ '}}' ~ x.__class__ }}"],
    ['a dunder behind a comment', '{# {{ #}{{ x.__class__ }}'],
    ['a dunder in the test of a loop', '{% for a in b if a.__class__ %}{% endfor %}'],
    ['characters of a list', "{{ x[('_', '_', 'class') | join] }}"],
    ['a list that is doubled', "{{ x[['_'] * 2 | join] }}"],
    ['a separator that is an underscore', "{{ x['_'.join(['', '', 'class', '', ''])] }}"],
    ['a changed text', "{{ x['--klass--' | replace('-', '_')] }}"],
    ['a text that is changed by a method', "{{ x['--klass--'.replace('-', '_')] }}"],
    ['a reversed text', "{{ x['ssalk'[::-1]] }}"],
    ['a decoded text', "{{ x['%5f%5fklass' | urldecode] }}"],
    ['a formatted name', "{{ x['%s%sclass%s%s' | format(u, u, u, u)] }}"],
    ['keys that are joined', '{{ x[u ~ dict(cla=1, ss=1) | join] }}'],
    [
      'a word between picked underscores',
      "{% set u = (() | select | string | list).pop(24) %}{{ x[u ~ u ~ 'class' ~ u ~ u] }}",
    ],
    ['a dunder across lines', '{{ x\n.\n__class__ }}'],
  ])('access to Python is a finding: %s', (_title, template) => {
    expect(idsOf(template)).toContain('template_code');
  });

  it.each(['include "x"', 'import "os" as o', 'from "x" import y', 'extends "base"'])(
    '{%% %s %%} loads other templates',
    (tag) => {
      expect(idsOf(`{% ${tag} %}`)).toEqual(['template_import']);
    },
  );

  it('a tag without end is reported, and its content was read', () => {
    expect(idsOf('{{ x.__class__ ')).toEqual(['template_malformed', 'template_code']);
    expect(idsOf('{# a comment')).toEqual(['template_malformed']);
  });

  it.each([['{{'], ['{# '], ["{{ '"], ['{{ "\\'], ['{% x.'], ['\\N{'], ['{{ a|']])('100 kB of %j end', (piece) => {
    expect(() => idsOf(piece.repeat(100_000 / piece.length))).not.toThrow();
  });
});
