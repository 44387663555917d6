import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KnownVariable } from './config.ts';
import { AppError } from './errors.ts';
import {
  annotateEnvironment,
  explainAnnotated,
  parsePodAnnotations,
  readAnnotatedEnvironment,
} from './pod-annotations.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const parse = (text: string) => Object.fromEntries(parsePodAnnotations(bytes(text), 'file'));

/** `%q` of Go for text that is valid UTF-8, in which Kubernetes writes the file. */
function quote(text: string): string {
  const named: Record<string, string> = {
    '\u0007': 'a',
    '\b': 'b',
    '\f': 'f',
    '\n': 'n',
    '\r': 'r',
    '\t': 't',
    '\v': 'v',
  };
  const quoted = [...text].map((character) => {
    const code = character.codePointAt(0) ?? 0;
    if (character === '"' || character === '\\') return `\\${character}`;
    if (named[character] !== undefined) return `\\${named[character]}`;
    if (code < 0x20 || code === 0x7f) return `\\x${code.toString(16).padStart(2, '0')}`;
    if (/\p{C}|\p{Zl}|\p{Zp}/u.test(character)) {
      return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
    }
    return character;
  });
  return `"${quoted.join('')}"`;
}

describe('the file of the downward API', () => {
  it('is read as Kubernetes writes it', () => {
    const text =
      'kubernetes.io/config.source="api"\nvendor.io/audit-mode="observe"\nvendor.io/note="a \\"b\\"\\n\\u2028"\n';
    expect(parse(text)).toEqual({
      'kubernetes.io/config.source': 'api',
      'vendor.io/audit-mode': 'observe',
      'vendor.io/note': 'a "b"\n\u2028',
    });
  });

  it('is empty for a pod without annotations', () => {
    expect(parse('')).toEqual({});
  });

  it('gives back every value that Kubernetes can write', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (value) => {
        expect(parse(`a/b=${quote(value)}`)).toEqual({ 'a/b': value });
      }),
    );
  });

  it.each([
    ['no quotes', 'a=b', 'line 1: it must be key="value"'],
    ['no end', 'a="b', 'line 1: it must be key="value"'],
    ['text after the end', 'a="b" c', 'line 1: it must be key="value"'],
    ['no key', '="b"', 'line 1: it must be key="value"'],
    ['an unknown escape', 'a="1"\nb="\\q"', 'line 2: the value of b has an unknown escape'],
    ['a byte of invalid UTF-8', 'a="\\xff"', 'line 1: the value of a has an unknown escape'],
    ['half a surrogate pair', 'a="\\ud800"', 'line 1: the value of a has an unknown escape'],
    ['an unfinished escape', 'a="\\u12"', 'line 1: the value of a has an unknown escape'],
    ['a key twice', 'a="1"\na="2"', 'line 2: a is there twice'],
  ])('is refused with %s, naming the line', (_what, text, message) => {
    expect(() => parse(text)).toThrow(message);
  });

  it('is refused when it is no UTF-8, or too large', () => {
    expect(() => parsePodAnnotations(Uint8Array.of(0xff), 'file')).toThrow('file is not UTF-8');
    expect(() => parsePodAnnotations(new Uint8Array(1024 * 1024 + 1), 'file')).toThrow('larger than 1 MiB');
  });

  it('never breaks on any bytes, other than by its own refusal', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (any) => {
        try {
          parsePodAnnotations(any, 'file');
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      }),
    );
  });
});

const known: KnownVariable[] = [
  { name: 'GATEWAY_MODE', isSecret: false, annotation: 'vendor.io/audit-mode' },
  { name: 'INJECTION_THRESHOLD', isSecret: false, isEmptySet: true },
  { name: 'GATEWAY_VERIFIER_KEY', isSecret: true },
];

function annotate(env: Record<string, string>, found: Record<string, string>) {
  const reports: string[] = [];
  const report = (message: string) => reports.push(message);
  return { ...annotateEnvironment({ env, known, report }, new Map(Object.entries(found))), reports };
}

describe('an environment over annotations', () => {
  it('is completed by them, under the name of the contract or that of the variable', () => {
    const found = { 'vendor.io/audit-mode': 'observe', 'vendor.io/injection-threshold': '0.5' };
    const { env, decided } = annotate({ HOME: '/' }, found);
    expect(env).toEqual({ HOME: '/', GATEWAY_MODE: 'observe', INJECTION_THRESHOLD: '0.5' });
    expect([...decided.keys()]).toEqual(['GATEWAY_MODE', 'INJECTION_THRESHOLD']);
  });

  it('keeps what it sets itself; an empty text is set for an auditor only', () => {
    const found = { 'vendor.io/audit-mode': 'observe', 'vendor.io/injection-threshold': '0.5' };
    expect(annotate({ GATEWAY_MODE: 'enforce' }, found).env['GATEWAY_MODE']).toBe('enforce');
    expect(annotate({ GATEWAY_MODE: '', INJECTION_THRESHOLD: '' }, found).env).toEqual({
      GATEWAY_MODE: 'observe',
      INJECTION_THRESHOLD: '',
    });
  });

  it('never takes a secret from an annotation, also where the environment has one', () => {
    const found = { 'vendor.io/gateway-verifier-key': 'x' };
    expect(() => annotate({}, found)).toThrow('vendor.io/gateway-verifier-key: GATEWAY_VERIFIER_KEY is not taken');
    expect(() => annotate({ GATEWAY_VERIFIER_KEY: 'y' }, found)).toThrow('is not taken from an annotation');
  });

  it('warns of annotations with our prefix that nobody reads, and ignores those of others', () => {
    const found = { 'vendor.io/audit-mod': 'observe', 'vendor.io/secured': 'true', 'example.com/x': '1' };
    const { env, reports } = annotate({}, found);
    expect(env).toEqual({});
    expect(reports).toEqual(['unknown annotations are ignored: vendor.io/audit-mod']);
  });

  it('stays as it is without ASSAY_ANNOTATIONS_FILE', async () => {
    const env = { HOME: '/' };
    const readFile = () => Promise.reject(new Error('never read'));
    expect((await readAnnotatedEnvironment({ env, known, readFile, report: () => {} })).env).toBe(env);
  });

  it('ends the start with a sentence where the file cannot be read', async () => {
    const env = { ASSAY_ANNOTATIONS_FILE: '/nowhere' };
    const readFile = () => Promise.reject(new Error('ENOENT'));
    await expect(readAnnotatedEnvironment({ env, known, readFile, report: () => {} })).rejects.toThrow(
      'ASSAY_ANNOTATIONS_FILE /nowhere cannot be read',
    );
  });

  it('names the annotation behind a wrong variable', () => {
    const decided = new Map([['GATEWAY_MODE', 'vendor.io/audit-mode']]);
    const detail = 'GATEWAY_MODE must be enforce or observe, not "x"';
    const explained = explainAnnotated(new AppError('config', detail, { detail }), decided);
    expect(explained).toMatchObject({
      publicText: `${detail} (GATEWAY_MODE comes from the annotation vendor.io/audit-mode)`,
    });
    const other = new AppError('config', 'x', { detail: 'GATEWAY_MODES is another one' });
    expect(explainAnnotated(other, decided)).toBe(other);
  });
});
