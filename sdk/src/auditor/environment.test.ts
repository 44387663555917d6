import { describe, expect, it } from 'vitest';
import { shouting } from './auditor.fixture.ts';
import { describeEnvironment, readAuditorId, readSettings, variableName } from './environment.ts';
import { setting } from './setting.ts';

describe('the environment', () => {
  const settings = { threshold: setting.number({ label: 'Threshold', default: 0.8, min: 0, max: 1 }) };

  it('takes the variable <AUDITOR>_<KEY>', () => {
    expect(variableName('model-security', 'max_size')).toBe('MODEL_SECURITY_MAX_SIZE');
    expect(readSettings('injection', settings, { INJECTION_THRESHOLD: '0.25' })).toEqual({ threshold: 0.25 });
    expect(readSettings('injection', settings, {})).toEqual({ threshold: 0.8 });
  });

  it('refuses a wrong value, naming variable and expectation but not the value', () => {
    const read = () => readSettings('injection', settings, { INJECTION_THRESHOLD: 'top-secret' });
    expect(read).toThrow(new TypeError('INJECTION_THRESHOLD must be a number from 0 to 1'));
  });

  it('gives methods immutable lists', () => {
    const words = setting.stringList({ label: 'Words', default: ['a'] });
    const { words: value } = readSettings('x', { words }, {});
    expect(Object.isFrozen(value)).toBe(true);
    expect(value).toEqual(['a']);
  });
});

describe('auditor id', () => {
  it.each([
    [{ VENDOR_AUDITOR_ID: 'mine', AUDITOR_ID: 'other' }, 'mine'],
    [{ AUDITOR_ID: 'other' }, 'other'],
    [{ VENDOR_AUDITOR_ID: '' }, 'shouting'],
    [{}, 'shouting'],
  ])('%o gives %s', (env, id) => expect(readAuditorId(shouting, env)).toBe(id));

  it('cannot break out of a metric label or a log line', () => {
    expect(() => readAuditorId(shouting, { VENDOR_AUDITOR_ID: 'a"\n' })).toThrow('VENDOR_AUDITOR_ID must be');
  });
});

it('every variable is documented once, without the default of a secret', () => {
  const rows = describeEnvironment(shouting);
  expect(rows.map(({ name }) => name)).toEqual([
    'SHOUTING_LETTERS',
    'SHOUTING_THRESHOLD',
    'SHOUTING_IGNORED_WORDS',
    'SHOUTING_SALT',
    'SHOUTING_COUNT_NUMBERS',
    'SHOUTING_BLOCK_ON_DETECTION',
    'PORT',
    'VENDOR_AUDITOR_ID',
    'AUDITOR_ID',
    'VENDOR_SESSION_ID',
    'AUDITOR_TOKEN',
    'MCP_ENABLED',
    'MCP_TOOLS_PATH',
    'MCP_METADATA_PATH',
    'MCP_MAX_CONCURRENT_CALLS',
  ]);
  expect(JSON.stringify(rows)).not.toContain('pepper');
  expect(rows.find(({ name }) => name === 'SHOUTING_IGNORED_WORDS')).toMatchObject({
    default: 'NATO',
    type: 'string[]',
  });
});
