import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { auditors } from './catalog.ts';

it('every auditor folder is listed, in port order', () => {
  const root = dirname(fileURLToPath(import.meta.url));
  const folders = readdirSync(root).filter((name) => existsSync(join(root, name, 'auditor.ts')));
  expect(auditors.map(({ id }) => id).toSorted()).toEqual(folders.toSorted());
  const ports = auditors.map(({ defaultPort }) => defaultPort);
  expect(ports).toEqual(ports.toSorted((left, right) => left - right));
});

it('no claim name is declared by two auditors', () => {
  const names = auditors.flatMap(({ methods }) => methods.flatMap(({ produces }) => Object.keys(produces)));
  expect(new Set(names).size).toBe(names.length);
});

it.each(auditors)('$id: its page names every claim and every setting', ({ id, methods, config = {} }) => {
  const page = readFileSync(new URL(`../../docs/auditors/${id}.md`, import.meta.url), 'utf8');
  const ofMethods = methods.flatMap(({ produces, settings = {} }) => [produces, settings].flatMap(Object.keys));
  const unnamed = [...ofMethods, ...Object.keys(config)].filter((name) => !page.includes(`\`${name}\``));
  expect(unnamed, `describe them in docs/auditors/${id}.md`).toEqual([]);
});
