/** The commands in the documentation exist: those of `assay` with their options and arguments, calls by `curl`, npm scripts. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findCommand } from '../src/cli/cli.ts';
import type { Command } from '../src/cli/command.ts';
import { commands } from '../src/cli/commands.ts';
import { parseOptions } from '../src/cli/options.ts';
import { readScripts, root } from './support/doc-pages.ts';
import { readShell } from './support/shell-commands.ts';

const services = ['gateway', 'verifier', 'attestor', 'mcp-gateway', 'auditor'];
const scripts = await readScripts();
const npmScripts = new Set(Object.keys(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).scripts));

interface Endpoint {
  readonly method: string;
  readonly path: RegExp;
}

const endpoints = (
  await Promise.all(
    services.map(async (service) => {
      const { paths } = JSON.parse(await readFile(join(root, `docs/openapi/${service}.json`), 'utf8'));
      return Object.entries<object>(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method): Endpoint => ({ method: method.toUpperCase(), path: toForm(path) })),
      );
    }),
  )
).flat();

/** Protocol endpoints that no OpenAPI document has. */
const others =
  /^(?:POST \/oauth\/(?:token|introspect|revoke|register)|GET \/(?:metrics|openapi\.json|\.well-known\/[\w/-]+)|POST \/mcp)$/;

function toForm(path: string): RegExp {
  return new RegExp(
    `^${path
      .replace(/[.]/g, '\\.')
      .replace(/\{path\}/g, '.+')
      .replace(/\{\w+\}/g, '[^/]+')}$`,
  );
}

/** Words of a command without what comes before it: variables, `npx`, `time`. */
function plain(words: readonly string[]): readonly string[] {
  const start = words.findIndex(
    (word) => !/^(?:[A-Z_][A-Z_0-9]*=.*|npx|time|sudo|exec|if|then|while|do|[({!])$/s.test(word),
  );
  return start < 0 ? [] : words.slice(start);
}

const found = scripts.flatMap(({ place, text }) => readShell(text).map((words) => ({ place, words: plain(words) })));
const calling = (program: string) => found.filter(({ words }) => words[0] === program);

it('every command of assay exists, with its options and as many arguments as it takes', () => {
  const called = calling('assay');
  expect(called.length).toBeGreaterThan(100);
  const problems = called.flatMap(({ place, words: [, ...args] }) => {
    const problem = problemOf(args);
    return problem === undefined ? [] : [`${place}: assay ${args.join(' ')}: ${problem}`];
  });
  expect(problems).toEqual([]);
});

function problemOf(args: readonly string[]): string | undefined {
  if (args.some((word) => word === '--help' || word === '--version')) return undefined;
  const command = findCommand(commands, args);
  if (command === undefined) return 'no such command';
  const given = args.slice(command.name.split(' ').length).filter((word) => word !== '…');
  try {
    const { positionals } = parseOptions(command.options, given);
    const [least, most] = countArguments(command);
    if (positionals.length < least) return `fewer than ${least} arguments`;
    return positionals.length > most ? `more than ${most} arguments` : undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Fewest and most arguments that the lines of usage allow. */
function countArguments({ name, usage, options }: Command): readonly [number, number] {
  const counts = usage.map((line) => {
    const [before = ''] = line.slice(name.length).split(/ [<>] | -- /);
    const isValue = (option: string) =>
      Object.entries(options).some(
        ([long, { short, type }]) => type === 'string' && [`--${long}`, `-${short}`].includes(option),
      );
    const words = before
      .replace(/[[\]()]/g, ' $& ')
      .split(/\s+/)
      .filter((word) => word !== '' && word !== '|');
    let depth = 0;
    let [least, most] = [0, line.includes(' -- ') ? Number.POSITIVE_INFINITY : 0];
    words.forEach((word, at) => {
      if (/^[[(]$/.test(word)) depth += 1;
      else if (/^[\])]$/.test(word)) depth -= 1;
      else if (word === '...' || word === '…') most = Number.POSITIVE_INFINITY;
      else if (!word.startsWith('-') && !isValue(words[at - 1] ?? '')) {
        most += /\.\.\.|…/.test(word) ? Number.POSITIVE_INFINITY : 1;
        if (depth === 0) least += 1;
      }
    });
    return [least, most] as const;
  });
  return [Math.min(...counts.map(([least]) => least)), Math.max(...counts.map(([, most]) => most))];
}

it('every call of one of our services names an operation that exists', () => {
  const calls = calling('curl').flatMap(({ place, words }) => {
    const call = callOf(words);
    return call === undefined ? [] : [{ place, call }];
  });
  expect(calls.length).toBeGreaterThan(300);
  const unknown = calls.filter(({ call: { method, path } }) => {
    const isKnown = endpoints.some((one) => one.method === method && one.path.test(path));
    return !isKnown && !others.test(`${method} ${path}`);
  });
  expect(unknown.map(({ place, call }) => `${place}: ${call.method} ${call.path}`)).toEqual([]);
});

const ours =
  /^(?:(?:https?:\/\/)?(?:127\.0\.0\.1|localhost):8\d00|\$\{?(?:VERIFIER|GATEWAY)(?:_URL)?\}?|https:\/\/assay\.example)(\/[^?]*)/;
const sending = /^(?:-d|--data(?:-binary|-raw|-urlencode)?|--json|-F|-T)$/;

/** Method and path of a call by curl; undefined if it goes elsewhere. */
function callOf(words: readonly string[]): { readonly method: string; readonly path: string } | undefined {
  const path = words.map((word) => ours.exec(word)?.[1]).find((one) => one !== undefined);
  if (path === undefined) return undefined;
  const named = words.findIndex((word) => word === '-X' || word === '--request');
  const method = named < 0 ? (words.some((word) => sending.test(word)) ? 'POST' : 'GET') : (words[named + 1] ?? 'GET');
  return { method: words.includes('-T') && named < 0 ? 'PUT' : method, path };
}

it('every npm script exists', () => {
  const run = calling('npm').flatMap(({ place, words }) => {
    const [verb = '', name = ''] = words.slice(1).filter((word) => !word.startsWith('-'));
    if (verb === 'run') return [{ place, name }];
    return verb === 'start' || verb === 'test' ? [{ place, name: verb }] : [];
  });
  expect(run.length).toBeGreaterThan(5);
  expect(run.filter(({ name }) => !npmScripts.has(name))).toEqual([]);
});
