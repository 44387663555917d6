import { describe, expect, expectTypeOf, it } from 'vitest';
import { anAuditor, shouting, untyped } from './auditor.fixture.ts';
import { type AuditorDefinition, defineAuditor, method } from './definition.ts';
import { setting } from './setting.ts';

const face = {
  id: 'typed',
  name: 'Typed',
  description: 'd',
  category: 'security',
  catalogPhase: 'input_guarding',
} as const;
const rest = { icon: 'i', color: 'c', defaultPort: 8090, phases: ['request'] } as const;
const produces = { found: { type: 'boolean', description: 'd' } } as const;

describe('a method sees its settings and the config typed', () => {
  it('inside the auditor', () => {
    defineAuditor({
      ...face,
      ...rest,
      config: { multilingual: setting.boolean({ label: 'l', default: true }) },
      methods: [
        {
          name: 'text',
          produces,
          settings: {
            threshold: setting.number({ label: 'l', default: 0.8 }),
            limit: setting.number({ label: 'l', default: null }),
            words: setting.stringList({ label: 'l', default: [] }),
          },
          run(input, { settings, config, context }) {
            expectTypeOf(settings.threshold).toEqualTypeOf<number>();
            expectTypeOf(settings.limit).toEqualTypeOf<number | null>();
            expectTypeOf(settings.words).toEqualTypeOf<readonly string[]>();
            expectTypeOf(config.multilingual).toEqualTypeOf<boolean>();
            expectTypeOf(context.signal).toEqualTypeOf<AbortSignal>();
            expectTypeOf(input.text).toEqualTypeOf<string>();
            // @ts-expect-error there is no such setting
            void settings.other;
            return [];
          },
        },
      ],
    });
  });

  it('outside the auditor, with the config named', () => {
    const config = { depth: setting.number({ label: 'l', default: 1 }) };
    const text = method({
      name: 'text',
      produces,
      config,
      settings: { label: setting.string({ label: 'l', default: '' }) },
      run(_input, { settings, config: values }) {
        expectTypeOf(settings.label).toEqualTypeOf<string>();
        expectTypeOf(values.depth).toEqualTypeOf<number>();
        return [];
      },
    });
    expect(defineAuditor({ ...face, ...rest, config, methods: [text] }).methods).toHaveLength(1);
  });
});

describe('an invalid definition is refused at once', () => {
  const probe = (members: object) => () => anAuditor(() => [], members as Partial<AuditorDefinition>);
  const one = (members: object) => probe({ methods: [{ name: 'm', produces, run: () => [], ...members }] });
  const settings = (members: object) =>
    one({ settings: { key: { type: 'number', label: 'l', default: 0, ...members } } });
  const claim = (name: string, members: object) =>
    one({ produces: { [name]: { type: 'boolean', description: 'd', ...members } } });

  it.each([
    ['an id in capitals', probe({ id: 'Probe' }), 'must have an id'],
    ['no name', probe({ name: '' }), 'name must be a string'],
    ['an unknown category', probe({ category: 'other' }), 'category must be one of'],
    ['an unknown catalog phase', probe({ catalogPhase: 'request' }), 'catalogPhase must be one of'],
    ['port 0', probe({ defaultPort: 0 }), 'defaultPort'],
    ['no phase', probe({ phases: [] }), 'at least one phase'],
    ['an unknown phase', probe({ phases: ['later'] }), 'phases must be some of'],
    ['a phase twice', probe({ phases: ['request', 'request'] }), 'phase twice'],
    ['no method', probe({ methods: [] }), 'at least one method'],
    [
      'a variable in lower case',
      probe({ environment: [{ name: 'x', description: '', default: '', type: 'string' }] }),
      'UPPER_SNAKE',
    ],
    [
      'a variable of a setting again',
      probe({ environment: [{ name: 'PROBE_THRESHOLD', description: '', default: '', type: 'string' }] }),
      'declared twice',
    ],
    ['a method without a function', one({ run: undefined }), 'run must be a function'],
    ['a method name with a space', one({ name: 'a b' }), 'snake_case'],
    ['a method phase outside the auditor', one({ phases: ['response'] }), 'phases must be some of: request'],
    ['no claim', one({ produces: {} }), 'at least one claim'],
    ['a claim name with a hyphen', claim('a-b', {}), 'snake_case'],
    ['an unknown claim type', claim('a', { type: 'score' }), 'unknown type'],
    ['a claim without description', claim('a', { description: '' }), 'must have a description'],
    ['a value schema with a function', claim('a', { valueSchema: { a: () => 1 } }), 'valueSchema contains function'],
    ['an unknown setting type', settings({ type: 'date' }), 'type must be one of'],
    ['a setting without label', settings({ label: '' }), 'label must be a string'],
    ['a default of another type', settings({ default: '0' }), 'the default must be a finite number'],
    ['a default out of range', settings({ default: 2, max: 1 }), 'the default must be a number of 1 or less'],
    ['min above max', settings({ min: 2, max: 1, default: 2 }), 'min is larger than max'],
    ['min on a text', settings({ type: 'string', default: '', min: 1 }), 'min is for numbers only'],
    ['step 0', settings({ step: 0 }), 'step must be above 0'],
    ['select without options', settings({ type: 'string', default: 'a', control: 'select' }), 'must have options'],
    [
      'a setting key with a capital',
      one({ settings: { aB: setting.number({ label: 'l', default: 0 }) } }),
      'snake_case',
    ],
  ])('%s', (_what, define, message) => {
    expect(define).toThrow(TypeError);
    expect(define).toThrow(message);
  });

  const number = (value: number) => setting.number({ label: 'l', default: value });
  const two = (first: object, second: object, members: object = {}) =>
    probe({
      methods: [
        { name: 'a', produces: { a: produces.found }, run: () => [], ...first },
        { name: 'b', produces: { b: produces.found }, run: () => [], ...second },
      ],
      ...members,
    });

  it('one claim of two methods', () =>
    expect(two({}, { produces: { a: produces.found } })).toThrow('claim a is produced by two methods'));
  it('two methods of one name', () => expect(two({}, { name: 'a' })).toThrow('two methods are named a'));
  it('one key with two meanings', () => {
    expect(two({ settings: { k: number(1) } }, { settings: { k: number(2) } })).toThrow('a different type or default');
    expect(two({ settings: { k: number(1) } }, { settings: { k: number(1) } })).not.toThrow();
  });
  it('one key as setting and config', () => {
    expect(two({ settings: { k: number(1) } }, {}, { config: { k: number(1) } })).toThrow('is also a config key');
  });
});

it('a definition is returned unchanged', () => {
  expect(shouting.methods.map(({ name }) => name)).toEqual(['capitals', 'words']);
  expect(anAuditor(() => untyped(null)).id).toBe('probe');
});
