import { inspect } from 'node:util';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { describeConfig, loadConfig, SecretVariable, toMarkdownTable } from './config.ts';
import { AppError } from './errors.ts';

const schema = Type.Object({
  DEMO_PORT: Type.Integer({ default: 8200, minimum: 0, maximum: 65535, description: 'Port' }),
  DEMO_RATIO: Type.Number({ default: 0.5, minimum: 0, maximum: 1, description: 'Ratio' }),
  DEMO_ON: Type.Boolean({ default: true, description: 'Switch' }),
  DEMO_MODE: Type.Union([Type.Literal('enforce'), Type.Literal('observe')], {
    default: 'enforce',
    description: 'Mode',
  }),
  DEMO_URL: Type.Optional(Type.String({ description: 'Where' })),
  DEMO_NAME: Type.String({ description: 'Name' }),
  DEMO_KEY: SecretVariable({ description: 'Key', minLength: 8 }),
});

const load = (env: Record<string, string>) => {
  const reports: string[] = [];
  const config = loadConfig(
    schema,
    { DEMO_NAME: 'x', ...env },
    { prefix: 'DEMO_', report: (text) => reports.push(text) },
  );
  return { config, reports };
};

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError && error.code === 'config') return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('loadConfig', () => {
  it('completes from defaults and freezes', () => {
    const { config } = load({});
    expect(config).toEqual({ DEMO_PORT: 8200, DEMO_RATIO: 0.5, DEMO_ON: true, DEMO_MODE: 'enforce', DEMO_NAME: 'x' });
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('parses text by the declared type', () => {
    const { config } = load({ DEMO_PORT: '0', DEMO_RATIO: '0.25', DEMO_ON: '0', DEMO_MODE: 'observe', DEMO_URL: 'u' });
    expect(config).toMatchObject({
      DEMO_PORT: 0,
      DEMO_RATIO: 0.25,
      DEMO_ON: false,
      DEMO_MODE: 'observe',
      DEMO_URL: 'u',
    });
  });

  it.each(['True', 'TRUE', 'False', '0'])('reads the boolean %s as Python and YAML write it', (text) => {
    expect(load({ DEMO_ON: text }).config.DEMO_ON).toBe(text.toLowerCase() === 'true');
  });

  it('treats empty text as unset', () => {
    expect(load({ DEMO_PORT: '', DEMO_URL: '' }).config.DEMO_PORT).toBe(8200);
  });

  it.each([
    ['DEMO_PORT', '70000', 'DEMO_PORT must be a whole number from 0 to 65535, not "70000"'],
    ['DEMO_PORT', '1e3', 'DEMO_PORT must be a whole number from 0 to 65535, not "1e3"'],
    ['DEMO_RATIO', 'NaN', 'DEMO_RATIO must be a number from 0 to 1, not "NaN"'],
    ['DEMO_ON', 'yes', 'DEMO_ON must be true or false, not "yes"'],
    ['DEMO_MODE', 'off', 'DEMO_MODE must be enforce or observe, not "off"'],
  ])('refuses %s=%s and states its expectation', (name, value, message) => {
    expect(messageOf(() => load({ [name]: value }))).toBe(message);
  });

  it('names every wrong variable at once, and a missing one', () => {
    const message = messageOf(() => load({ DEMO_NAME: '', DEMO_PORT: 'x' }));
    expect(message).toContain('DEMO_PORT');
    expect(message).toContain('DEMO_NAME is not set');
  });

  it('reports unknown variables of its own prefix only', () => {
    expect(load({ DEMO_PROT: '1', OTHER: '1' }).reports).toEqual(['unknown variables are ignored: DEMO_PROT']);
  });

  it('never prints a secret, neither a valid one nor a refused one', () => {
    const { config } = load({ DEMO_KEY: 'correct horse' });
    expect(config.DEMO_KEY?.reveal()).toBe('correct horse');
    expect(`${inspect(config, { depth: 9 })} ${JSON.stringify(config)} ${config.DEMO_KEY}`).not.toContain('horse');
    expect(messageOf(() => load({ DEMO_KEY: 'horse' }))).not.toContain('horse');
  });
});

describe('describeConfig', () => {
  it('lists every variable for the documentation', () => {
    const table = toMarkdownTable(describeConfig(schema));
    expect(table.split('\n')).toHaveLength(9);
    expect(table).toContain('| `DEMO_PORT` | a whole number from 0 to 65535 | 8200 | Port |');
  });
});
