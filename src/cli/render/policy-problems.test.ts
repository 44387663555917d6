import type { PolicyProblem } from '@assay/client';
import { describe, expect, it } from 'vitest';
import { countProblems, renderProblems } from './policy-problems.ts';
import { createStyle } from './style.ts';

const text = '@id("a")\nforbid (principal, action, resource)\nwhen {\tcontext.claims.injection_rsk };\n';
const source = { file: 'rules/guard.cedar', text, records: ['candidate'] };
const problem: PolicyProblem = { severity: 'error', code: 'claim', message: 'no such claim', line: 3, column: 23 };

function render(...problems: PolicyProblem[]): string {
  return renderProblems(problems, source, createStyle(false));
}

describe('problems of a policy', () => {
  it('show file, line, column, the line with a caret at the place, and the intended name', () => {
    expect(render({ ...problem, suggestion: '`injection_risk`' })).toBe(
      [
        'rules/guard.cedar:3:23: error: no such claim',
        '  3 | when { context.claims.injection_rsk };',
        '    |                       ^',
        '  help: did you mean `injection_risk`?',
        '',
      ].join('\n'),
    );
  });

  it('keep a suggestion that is a sentence', () => {
    expect(render({ ...problem, suggestion: 'expected `{`' })).toContain('  help: expected `{`\n');
  });

  it('have errors before warnings and notes', () => {
    const lines = render({ ...problem, severity: 'note' }, { ...problem, severity: 'warning' }, problem)
      .split('\n')
      .flatMap((line) => /: (error|warning|note):/.exec(line)?.[1] ?? []);
    expect(lines).toEqual(['error', 'warning', 'note']);
  });

  it('of another record show no line of this text', () => {
    expect(render({ ...problem, record: 'base' })).toBe('policy base:3:23: error: no such claim\n');
    expect(render({ ...problem, record: 'candidate' })).toContain('3 | when');
  });

  it('show a long line around its column, with the caret below it', () => {
    const long = { ...source, text: `${'x'.repeat(500)}HERE${'y'.repeat(500)}` };
    const shown = renderProblems([{ ...problem, line: 1, column: 501 }], long, createStyle(false));
    const [, line = '', caret = ''] = shown.split('\n');
    expect(line.slice(caret.indexOf('^'), caret.indexOf('^') + 4)).toBe('HERE');
    expect(line.length).toBeLessThan(120);
  });

  it('outside of the text, or without a place, need no line', () => {
    expect(render({ ...problem, line: 99 })).toBe('rules/guard.cedar:99:23: error: no such claim\n');
    expect(render({ severity: 'warning', code: 'x', message: 'shadowed' })).toBe(
      'rules/guard.cedar: warning: shadowed\n',
    );
  });

  it('name scopes, but not all of many', () => {
    const where = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ level: 'workspace' as const, id }));
    expect(render({ ...problem, where })).toContain('(at workspace a, workspace b, workspace c and 2 more)');
  });

  it('show text of verifier and file without terminal control', () => {
    const hostile = { ...source, text: 'permit\u001b[2J\u202e' };
    const shown = renderProblems(
      [{ ...problem, line: 1, column: 1, message: '\u001b]0;x' }],
      hostile,
      createStyle(false),
    );
    for (const character of ['\u001b', '\u202e']) expect(shown).not.toContain(character);
  });

  it('are counted', () => {
    expect(countProblems([problem, problem, { ...problem, severity: 'warning' }])).toBe('2 errors and 1 warning');
    expect(countProblems([])).toBe('');
  });
});
