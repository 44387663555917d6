import { describe, expect, it } from 'vitest';
import { parseAnnotations } from './annotations.ts';

const problemsOf = (raw: Record<string, string | null>, effect: 'permit' | 'forbid' = 'forbid') =>
  parseAnnotations(raw, effect).problems.map(({ message }) => message);

describe('the response of a forbid', () => {
  it.each([
    [{}, 'block'],
    [{ response: 'block' }, 'block'],
    [{ response: 'redact' }, 'redact'],
    [{ response: 'escalate' }, 'escalate'],
    [{ response: 'warn' }, 'warn'],
    [{ decision: 'warn' }, 'warn'],
    [{ decision: 'warn', response: 'warn' }, 'warn'],
  ])('%j is %s', (raw, response) => {
    const { annotations, problems } = parseAnnotations(raw, 'forbid');
    expect(annotations.response).toBe(response);
    expect(problems).toEqual([]);
  });

  it.each([
    { response: 'wran' },
    { response: '' },
    { response: null },
    { response: 'Warn' },
    { decision: 'allow' },
    { decision: 'warn', response: 'block' },
  ])('%j is refused', (raw) => {
    expect(problemsOf(raw)).not.toEqual([]);
  });

  it('names the nearest response', () => {
    expect(parseAnnotations({ response: 'redakt' }, 'forbid').problems[0]?.suggestion).toBe('did you mean `redact`?');
  });

  it('must not be given on a permit', () => {
    expect(parseAnnotations({}, 'permit').annotations.response).toBeUndefined();
    expect(problemsOf({ response: 'warn' }, 'permit')).not.toEqual([]);
  });
});

describe("an escalating forbid's annotations", () => {
  it('give the number of approvers, and the risk', () => {
    const said = (raw: Record<string, string>) => parseAnnotations({ response: 'escalate', ...raw }, 'forbid');
    expect(said({ quorum: '10', risk: 'high' })).toMatchObject({ problems: [], warnings: [] });
    expect(said({ quorum: '10', risk: 'high' }).annotations).toMatchObject({ quorum: 10, risk: 'high' });
    expect(said({}).annotations).not.toHaveProperty('quorum');
    expect(said({ risk: 'hihg' }).problems[0]?.suggestion).toBe('did you mean `high`?');
  });

  it.each([
    ...[{ quorum: '0' }, { quorum: '11' }, { quorum: '1.5' }, { quorum: '02' }, { quorum: '-1' }, { quorum: null }],
    ...[{ quorum: ' 2' }, { quorum: '' }, { risk: 'High' }, { risk: 'none' }, { risk: null }],
  ])('%j is refused', (raw) => {
    expect(problemsOf({ response: 'escalate', ...raw })).toHaveLength(1);
  });

  it.each([{}, { response: 'block' }, { response: 'warn' }])('are meaningless beside %j', (raw) => {
    expect(problemsOf({ ...raw, quorum: '2', risk: 'high' })).toEqual([
      '@quorum is only allowed on a forbid with @response("escalate")',
      '@risk is only allowed on a forbid with @response("escalate")',
    ]);
    expect(problemsOf({ quorum: '2' }, 'permit')).toHaveLength(1);
  });
});

describe('the other annotations', () => {
  it('are kept', () => {
    const raw = { id: 'p.1', reason: 'why', framework: 'SOC2', control: 'CC6.1', on_missing: 'ignore' };
    expect(parseAnnotations(raw, 'forbid').annotations).toMatchObject({
      id: 'p.1',
      reason: 'why',
      framework: 'soc2',
      control: 'CC6.1',
      onMissing: 'ignore',
    });
  });

  it.each([
    { id: '' },
    { id: 'a b' },
    { id: 'x'.repeat(129) },
    { id: 'missing:pii_found:pii' },
    { reason: '' },
    { reason: 'x'.repeat(501) },
    { framework: 'soc3' },
    { on_missing: 'allow' },
    { on_missing: null },
    { detection: 'nonsense' },
    { detection: '{}' },
    { detection: '[]' },
    { detection: '{"a": 1}' },
    { detection: `{"a": {"k": "${'x'.repeat(17_000)}"}}` },
  ])('%j is refused', (raw) => {
    expect(problemsOf(raw)).toHaveLength(1);
  });

  it('with a misspelt name are reported, foreign ones are ignored', () => {
    const { warnings, problems } = parseAnnotations({ respons: 'warn', owner: 'security-team' }, 'forbid');
    expect(warnings).toEqual([{ message: '@respons is not allowed here', suggestion: 'did you mean @response?' }]);
    expect(problems).toEqual([]);
  });
});
