/** Files of skills: what is refused, and a tree hash that anybody can compute with sha256sum. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSkill, readSkill, type SkillFile, skillLimits, treeHashOf } from './skill-files.ts';
import { readSkillHead } from './skill-head.ts';

const head = '---\nname: pdf-forms\ndescription: Fills forms\n---\n';
const main: SkillFile = { path: 'SKILL.md', text: `${head}Read forms.md.\n` };
const problemOf = (files: readonly SkillFile[]): string => {
  const read = readSkill(files);
  return isSkill(read) ? 'a skill' : read.message;
};
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('a skill', () => {
  it('is a folder of texts with a SKILL.md', () => {
    expect(readSkill([main, { path: 'docs/forms.md', text: 'Forms ⚠️\r\n' }])).toMatchObject({
      name: 'pdf-forms',
      description: 'Fills forms',
    });
  });

  it('has no file outside of its folder, hidden, doubled, too large, or that is no text', () => {
    const cases: readonly [string | SkillFile, RegExp][] = [
      ['../up.md', /leaves the folder/],
      ['/etc/passwd', /leaves the folder/],
      ['a//b.md', /leaves the folder/],
      ['a/./b.md', /leaves the folder/],
      ['a\\b.md', /other characters/],
      ['a b.md', /other characters/],
      ['.git/config', /hidden file/],
      ['skill.md', /there twice/],
      ['model.pkl', /model or an archive/],
      ['weights/model.SAFETENSORS', /model or an archive/],
      [`${'a/'.repeat(skillLimits.depth)}b.md`, /folders/],
      ['a'.repeat(skillLimits.pathChars + 1), /characters/],
      [{ path: 'zero.md', text: 'a\u0000b' }, /U\+0000/],
      [{ path: 'zero-width.md', text: 'one\ntwo\u200b' }, /line 2 has the hidden character U\+200B/],
      [{ path: 'tags.md', text: '\u{e0041}' }, /U\+E0041/],
      [{ path: 'bom.md', text: '\ufeffa' }, /U\+FEFF/],
      [{ path: 'big.md', text: 'x'.repeat(skillLimits.fileBytes) }, /more than \d+ bytes/],
    ];
    for (const [one, expected] of cases) {
      const file = typeof one === 'string' ? { path: one, text: 'x' } : one;
      expect(problemOf([main, file]), file.path).toMatch(expected);
    }
    expect(problemOf([{ path: 'README.md', text: head }])).toMatch(/needs a SKILL\.md/);
    const many = Array.from({ length: skillLimits.files }, (_each, at) => ({ path: `f${at}.md`, text: 'x' }));
    expect(problemOf([main, ...many])).toMatch(/at most 64 files/);
    const large = Array.from({ length: 4 }, (_each, at) => ({ path: `f${at}.md`, text: 'x'.repeat(60_000) }));
    expect(problemOf([main, ...large])).toMatch(/bytes in all/);
  });

  it('has a tree hash that sha256sum gives, whatever the order of its files', () => {
    const path = fc
      .array(fc.stringMatching(/^[a-z0-9_-]{1,8}$/), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join('/'));
    const files = fc.uniqueArray(fc.record({ path, text: fc.string() }), {
      selector: (file) => file.path,
      maxLength: 9,
    });
    fc.assert(
      fc.property(files, (some) => {
        const printed = some
          .toSorted((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)))
          .map((file) => `${sha256(file.text)}  ${file.path}\n`);
        expect(treeHashOf(some)).toBe(`sha256:${sha256(printed.join(''))}`);
        expect(treeHashOf(some.toReversed())).toBe(treeHashOf(some));
      }),
    );
  });

  it('has another tree hash after any change of a path or a text', () => {
    const before = treeHashOf([main]);
    expect(treeHashOf([{ ...main, text: `${main.text} ` }])).not.toBe(before);
    expect(treeHashOf([{ ...main, path: 'OTHER.md' }])).not.toBe(before);
    expect(treeHashOf([main, { path: 'b.md', text: '' }])).not.toBe(before);
  });
});

describe('the head of SKILL.md', () => {
  it('gives name and description, plain, quoted or over several lines', () => {
    for (const description of [
      'Fills forms',
      '"Fills forms"',
      "'Fills forms'",
      '>-\n  Fills\n  forms',
      '\n  Fills forms',
    ]) {
      expect(readSkillHead(`---\nlicense: MIT\nname: pdf-forms\ndescription: ${description}\n---\nx`)).toEqual({
        name: 'pdf-forms',
        description: 'Fills forms',
      });
    }
  });

  it('is refused without a name or a description that clients can show', () => {
    expect(readSkillHead('# Title')).toMatch(/begin with a head/);
    expect(readSkillHead('---\nname: PDF forms\ndescription: x\n---\n')).toMatch(/needs a name/);
    expect(readSkillHead('---\nname: pdf\n---\ndescription: x')).toMatch(/needs a description/);
    expect(readSkillHead(`---\nname: pdf\ndescription: ${'x'.repeat(1_025)}\n---\n`)).toMatch(/1024 characters/);
  });
});
