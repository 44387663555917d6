import { describe, expect, it } from 'vitest';
import { parseUserFile } from './user-file.ts';

describe('a labelled file', () => {
  it('needs only text and label', () => {
    expect(parseUserFile('text,label\nhello,0\n"ignore, now",1\n', 'dir/mine.csv')).toEqual({
      rows: [
        { text: 'hello', label: 0, source: 'mine.csv' },
        { text: 'ignore, now', label: 1, source: 'mine.csv' },
      ],
      unused: [],
    });
  });

  it('reads optional members, and names unknown ones', () => {
    const text = 'id,label,text,category,language,user_input,source\n7,1,x,jailbreak,de,sum this up,chat\n8,0,y,,,,\n';
    expect(parseUserFile(text, 'mine.csv')).toEqual({
      rows: [
        { text: 'x', label: 1, source: 'chat', category: 'jailbreak', language: 'de', userInput: 'sum this up' },
        { text: 'y', label: 0, source: 'mine.csv' },
      ],
      unused: ['id'],
    });
  });

  const row = {
    text: 'Call Ann',
    label: true,
    spans: [{ type: 'person', start: 5, end: 8 }],
    labels: { threat: 0 },
    id: 3,
  };
  const read = { text: 'Call Ann', label: 1, source: 'a', spans: row.spans, labels: { threat: 0 } };
  it.each([
    ['JSON lines', 'a', `\n${JSON.stringify(row)}\n\n`],
    ['JSON lines by their name', 'a', JSON.stringify({ ...row, label: '1' })],
    ['one JSON list', 'a', JSON.stringify([row])],
  ])('reads %s', (_name, file, content) => {
    expect(parseUserFile(content, file)).toEqual({ rows: [read], unused: ['id'] });
  });

  it('reads each spelling of a label', () => {
    const labels = ['1', '0', 'true', 'False', ' 1 ', '1.0', '0.0'];
    const { rows } = parseUserFile(['text,label', ...labels.map((label) => `t,${label}`)].join('\n'), 'f.csv');
    expect(rows.map(({ label }) => label)).toEqual([1, 0, 1, 0, 1, 1, 0]);
  });

  it.each([
    ['a label of another kind', 'f.csv', 'text,label\na,1\nb,toxic\n', 'f.csv, line 3: the label must be 1 or 0'],
    ['a header without text', 'f.csv', 'prompt,label\na,1\n', 'f.csv has no column text'],
    ['a broken line of JSON', 'f.jsonl', '{"text":"a","label":1}\n{"text":', 'f.jsonl, line 2: no JSON'],
    ['a text that is none', 'f.jsonl', '{"text":5,"label":1}', 'f.jsonl, line 1: /text must be string'],
    ['a row without a label', 'f.json', '[{"text":"a","label":1},{"text":"a"}]', 'f.json, entry 2:'],
    [
      'a span outside of its text',
      'f.jsonl',
      '{"text":"ab","label":1,"spans":[{"type":"t","start":1,"end":3}]}',
      'line 1: the span t',
    ],
    ['a file without rows', 'f.csv', 'text,label\n', 'f.csv holds no rows'],
  ])('refuses %s and says where', (_name, file, content, message) => {
    expect(() => parseUserFile(content, file)).toThrow(message);
  });
});
