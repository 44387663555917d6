import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAuditor } from './create-auditor.ts';
import { type AuditorDefinition, defineAuditor } from './definition.ts';
import { layOver } from './precedence.ts';
import { setting } from './setting.ts';

const settings = {
  threshold: setting.number({ label: 'Threshold', default: 0.8, min: 0, max: 1 }),
  words: setting.stringList({ label: 'Words', default: [] }),
};
const base = { threshold: 0.8, words: [] };

describe('one level over another', () => {
  it('replaces the members that it names and keeps the rest', () => {
    expect(layOver(base, settings, { origin: 'here', values: { threshold: 0.1 } })).toEqual({
      threshold: 0.1,
      words: [],
    });
    expect(base.threshold).toBe(0.8);
  });

  it.each([
    ['an unknown key', { treshold: 1 }, 'here has the unknown key "treshold"; known are threshold, words'],
    ['a value of the wrong type', { threshold: '1' }, 'here: threshold must be a number from 0 to 1'],
    ['a value out of range', { threshold: 2 }, 'here: threshold must be a number from 0 to 1'],
    ['null for a setting that has a value', { threshold: null }, 'here: threshold must be a number from 0 to 1'],
    ['a key from the prototype', { constructor: 1 }, 'here has the unknown key "constructor"'],
    ['the prototype itself', JSON.parse('{"__proto__": {"threshold": 0}}'), 'here has the unknown key "__proto__"'],
    ['a list', [], 'here must be an object of settings'],
    ['a text', 'threshold', 'here must be an object of settings'],
  ])('refuses %s', (_what, values, message) => {
    expect(() => layOver(base, settings, { origin: 'here', values })).toThrow(
      expect.objectContaining({ code: 'INVALID_SETTING', message: expect.stringContaining(message) }),
    );
  });

  it('ignores a key that belongs elsewhere', () => {
    expect(layOver(base, settings, { origin: 'here', values: { other: 1 }, isForeign: () => true })).toEqual(base);
  });
});

/** Reports in its claims which settings and config it ran with. */
const echo: AuditorDefinition = defineAuditor({
  id: 'echo',
  name: 'Echo',
  description: 'd',
  category: 'evaluation',
  catalogPhase: 'input_guarding',
  icon: 'i',
  color: 'c',
  defaultPort: 8090,
  phases: ['request'],
  config: { depth: setting.number({ label: 'Depth', default: 1 }) },
  methods: [
    {
      name: 'echo',
      produces: { first: { type: 'object', description: 'd' }, second: { type: 'boolean', description: 'd' } },
      settings,
      run: (_input, options) => [
        { name: 'first', value: { ...options.settings, ...options.config } },
        { name: 'second', value: true },
      ],
    },
  ],
});

interface Levels {
  env?: Record<string, string>;
  overrides?: Record<string, Record<string, unknown>>;
  config?: Record<string, unknown>;
}

async function effective({ env = {}, overrides, config }: Levels): Promise<unknown> {
  const response = await createAuditor(echo, { env }).claims({
    data: {},
    phase: 'request',
    vendor_context: {
      ...(overrides === undefined ? {} : { detection_overrides: overrides }),
      ...(config === undefined ? {} : { auditor_config: config }),
    },
  });
  return response.status === 'success' ? response.claims[0]?.value : response.error;
}

describe('the effective value', () => {
  const env = { ECHO_THRESHOLD: '0.5', ECHO_DEPTH: '5' };
  it.each<[string, Levels, object]>([
    ['default', {}, { threshold: 0.8, depth: 1 }],
    ['environment over default', { env }, { threshold: 0.5, depth: 5 }],
    ['overrides over environment', { env, overrides: { first: { threshold: 0.3 } } }, { threshold: 0.3, depth: 5 }],
    ['overrides over default', { overrides: { first: { threshold: 0.3 } } }, { threshold: 0.3 }],
    ['overrides of any claim of the method', { overrides: { second: { threshold: 0.2 } } }, { threshold: 0.2 }],
    [
      'the later claim of the method wins, whatever the order on the wire',
      { overrides: { second: { threshold: 0.2 }, first: { threshold: 0.3, words: ['a'] } } },
      { threshold: 0.2, words: ['a'] },
    ],
    ['foreign overrides ignored', { overrides: { other_claim: { whatever: {} } } }, { threshold: 0.8 }],
    ['auditor_config over environment', { env, config: { depth: 7 } }, { threshold: 0.5, depth: 7 }],
    ['an empty level changes nothing', { env, overrides: { first: {} }, config: {} }, { threshold: 0.5, depth: 5 }],
    ['unknown key of our claim', { overrides: { first: { nope: 1 } } }, { code: 'INVALID_SETTING' }],
    ['unknown key of the config', { config: { nope: 1 } }, { code: 'INVALID_SETTING' }],
    ['wrong config value', { config: { depth: 'deep' } }, { code: 'INVALID_SETTING' }],
    ['overrides of a claim that are no object', { overrides: Object({ first: [] }) }, { code: 'INVALID_REQUEST' }],
  ])('%s', async (_what, levels, value) => expect(await effective(levels)).toMatchObject(value));

  it('a newline in a claim name does not smuggle overrides past the check', async () => {
    expect(await effective({ overrides: Object({ 'first\n': 3 }) })).toMatchObject({ threshold: 0.8 });
  });

  it('is that of the highest level that names it', async () => {
    const level = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(level, level, level, async (second, first, variable) => {
        const overrides = {
          ...(first === undefined ? {} : { first: { threshold: first } }),
          ...(second === undefined ? {} : { second: { threshold: second } }),
        };
        const env = variable === undefined ? {} : { ECHO_THRESHOLD: String(variable) };
        const expected = [second, first, variable, 0.8].find((value) => value !== undefined);
        expect(await effective({ env, overrides })).toMatchObject({ threshold: expected });
      }),
    );
  });
});

describe('a wrong variable', () => {
  it('stops the auditor before its first request', () => {
    expect(() => createAuditor(echo, { env: { ECHO_THRESHOLD: '7' } })).toThrow(
      'ECHO_THRESHOLD must be a number from 0 to 1',
    );
    expect(() => createAuditor(echo, { env: { ECHO_DEPTH: 'deep' } })).toThrow('ECHO_DEPTH must be a finite number');
  });
});
