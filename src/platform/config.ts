/** Reads a service's environment variables by one TypeBox schema: parsed, checked, completed, frozen. */
import { parseBooleanText } from '@assay/sdk/contract';
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { AppError } from './errors.ts';
import { createSecret, type Secret } from './secret.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable whose value is secret: parsed into a {@link Secret}, absent when unset. */
export function SecretVariable(options: { description: string; minLength?: number }) {
  return Type.Optional(Type.Unsafe<Secret>({ type: 'string', secret: true, ...options }));
}

export interface LoadConfigOptions {
  /** Prefix of this service's own variables, e.g. `VERIFIER_`. Other variables with the prefix are reported as unknown. */
  readonly prefix: string;
  /** Where unknown variables are reported; a process warning if absent. */
  readonly report?: (message: string) => void;
}

/**
 * Reads the variables of a schema. Empty text counts as unset, because `NAME=${NAME:-}` in container files leaves it.
 *
 * @throws AppError `config` that names every wrong variable and what it expects, never the value of a secret
 */
export function loadConfig<T extends TObject>(
  schema: T,
  env: Environment,
  options: LoadConfigOptions,
): Readonly<Static<T>> {
  reportUnknown(schema, env, options);
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, row] of Object.entries<TSchema>(schema.properties)) {
    const text = env[name] === '' ? undefined : env[name];
    const value = text === undefined ? defaultOf(row) : parseText(row, text);
    if (value === undefined && text === undefined && isOptional(schema, name)) continue;
    if (value !== undefined && Compile(row).Check(value)) {
      values[name] = isSecret(row) ? createSecret(String(value)) : value;
    } else {
      problems.push(explain(name, row, text));
    }
  }
  if (problems.length > 0) throw new AppError('config', problems.join('; '), { detail: problems.join('; ') });
  return Object.freeze(values) as Readonly<Static<T>>;
}

/** A variable that other levels than the environment may set. */
export interface KnownVariable {
  readonly name: string;
  readonly isSecret: boolean;
  /** Name of its pod annotation, if it is not made of the variable's. */
  readonly annotation?: string;
  /** True where an empty text in the environment is a value. */
  readonly isEmptySet?: boolean;
}

/** Lists the variables of a schema. The member `annotation` of a row names its pod annotation. */
export function listVariables(schema: TObject): KnownVariable[] {
  return Object.entries<TSchema>(schema.properties).map(([name, row]) => {
    const annotation = textOf(row, 'annotation');
    return { name, isSecret: isSecret(row), ...(annotation === '' ? {} : { annotation }) };
  });
}

export interface VariableRow {
  readonly name: string;
  readonly type: string;
  readonly default: string;
  readonly description: string;
}

/** Lists the variables of a schema as rows, for the generated table of the documentation and `--help`. */
export function describeConfig(schema: TObject): VariableRow[] {
  return Object.entries<TSchema>(schema.properties).map(([name, row]) => ({
    name,
    type: expectation(row),
    default: defaultOf(row) === undefined ? '' : String(defaultOf(row)),
    description: textOf(row, 'description'),
  }));
}

/** Formats those rows as a Markdown table. */
export function toMarkdownTable(rows: readonly VariableRow[]): string {
  const lines = rows.map((row) => `| \`${row.name}\` | ${row.type} | ${row.default} | ${row.description} |`);
  return ['| variable | value | default | meaning |', '|---|---|---|---|', ...lines].join('\n');
}

function reportUnknown(schema: TObject, env: Environment, options: LoadConfigOptions): void {
  const unknown = Object.keys(env).filter((name) => name.startsWith(options.prefix) && !(name in schema.properties));
  if (unknown.length === 0) return;
  const report = options.report ?? ((message: string) => process.emitWarning(message));
  report(`unknown variables are ignored: ${unknown.sort().join(', ')}`);
}

function parseText(row: TSchema, text: string): unknown {
  switch (textOf(row, 'type')) {
    case 'integer':
      return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
    case 'boolean':
      return parseBooleanText(text);
    default:
      return text;
  }
}

function explain(name: string, row: TSchema, text: string | undefined): string {
  if (text === undefined) return `${name} is not set; it must be ${expectation(row)}`;
  const shown = isSecret(row) ? '[redacted]' : JSON.stringify(text.slice(0, 80));
  return `${name} must be ${expectation(row)}, not ${shown}`;
}

function expectation(row: TSchema): string {
  const member = (name: string): unknown => Reflect.get(row, name);
  const choices = member('anyOf');
  if (Array.isArray(choices)) return choices.map((choice: object) => String(Reflect.get(choice, 'const'))).join(' or ');
  const [low, high] = [member('minimum'), member('maximum')];
  const range =
    low !== undefined && high !== undefined
      ? ` from ${low} to ${high}`
      : low !== undefined
        ? ` of at least ${low}`
        : '';
  const length = member('minLength');
  const words = {
    integer: `a whole number${range}`,
    number: `a number${range}`,
    boolean: 'true or false',
    string: `a text${length === undefined ? '' : ` of at least ${length} characters`}`,
  };
  const type = textOf(row, 'type');
  const pattern = member('pattern');
  const base = Object.hasOwn(words, type) ? words[type as keyof typeof words] : type;
  return pattern === undefined ? base : `${base} that matches ${pattern}`;
}

function isOptional(schema: TObject, name: string): boolean {
  return !(schema.required ?? []).includes(name);
}

function isSecret(row: TSchema): boolean {
  return Reflect.get(row, 'secret') === true;
}

function defaultOf(row: TSchema): unknown {
  return Reflect.get(row, 'default');
}

function textOf(row: TSchema, member: string): string {
  const value: unknown = Reflect.get(row, member);
  return typeof value === 'string' ? value : '';
}
