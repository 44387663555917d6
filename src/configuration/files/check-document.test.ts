import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { checkDocument } from './check-document.ts';
import { aChain, anEnvironment, aWorkspace, someDocuments } from './documents.fixture.ts';
import { explain, type Shape } from './explain.ts';
import { ChainDocumentSchema, EnvironmentDocumentSchema, WorkspaceDocumentSchema } from './schema.ts';

const kinds = [
  { shape: WorkspaceDocumentSchema, check: Compile(WorkspaceDocumentSchema) },
  { shape: EnvironmentDocumentSchema, check: Compile(EnvironmentDocumentSchema) },
  { shape: ChainDocumentSchema, check: Compile(ChainDocumentSchema) },
] as const;

/** A document with one thing in it changed into something else. */
const nearlyDocuments = fc
  .tuple(
    fc.oneof(
      someDocuments.map(([document]): unknown => document),
      fc.constant<unknown>(anEnvironment([{ name: 'a', model: { id: 'm' } }], { workspace: 'w' })),
      fc.constant<unknown>(aChain(['injection', 'pii'], 'w')),
    ),
    fc.nat(),
    fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom<unknown>('', 'a b', 'x'.repeat(200), -1, 1.5, 70_000, null, [], {}, [{}], { value: 1 }),
    ),
    fc.constantFrom('replace', 'add', 'remove'),
  )
  .map(([document, at, value, how]) => {
    const copy: unknown = structuredClone(document);
    const places = listPlaces(copy);
    const [holder, name] = places[at % places.length] ?? [];
    if (holder === undefined || name === undefined) return value;
    if (how === 'remove') Reflect.deleteProperty(holder, name);
    else Reflect.set(holder, how === 'add' && !Array.isArray(holder) ? `${name}x` : name, value);
    return Array.isArray(holder) ? structuredClone(copy) : copy;
  });

function listPlaces(value: unknown): [object, string][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [[value, name] as [object, string], ...listPlaces(member)]);
}

describe('explain', () => {
  it('reports a problem exactly when the compiled check fails', () => {
    fc.assert(
      fc.property(nearlyDocuments, (value) => {
        for (const { shape, check } of kinds) {
          const said = explain(value, shape satisfies Shape, 20, () => undefined);
          expect(said.length === 0).toBe(check.Check(value));
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('reports no more problems than requested', () => {
    const value = {
      ...aWorkspace('a'),
      ...Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`x${index}`, 1])),
    };
    expect(explain(value, WorkspaceDocumentSchema, 3, () => undefined)).toHaveLength(3);
  });
});

describe('checkDocument', () => {
  it('refuses text that a database cannot store', () => {
    for (const text of ['\u0000', '\ud800']) {
      const settings = { pii: { region: { value: text } } };
      expect(checkDocument(aWorkspace('a', { defaults: { auditorSettings: settings } })).document).toBeUndefined();
    }
  });

  it('refuses a phase that asks one auditor twice', () => {
    const preRequest = [{ auditorId: 'pii' }, { auditorId: 'pii' }];
    const checked = checkDocument(aWorkspace('a', { defaults: { auditorChain: { preRequest } } }));
    expect(checked).toMatchObject({ findings: [{ pointer: '/spec/defaults/auditorChain/preRequest/1/auditorId' }] });
  });
});
