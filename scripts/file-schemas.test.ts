import fc from 'fast-check';
import { Compile } from 'typebox/schema';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkDocument } from '../src/configuration/files/check-document.ts';
import { aChain, anEnvironment, aWorkspace, someDocuments } from '../src/configuration/files/documents.fixture.ts';
import { readFileSchema, renderFileSchemas } from './file-schemas.ts';

const files = ['workspace.json', 'environment.json', 'chain.json', 'documents.json'];

describe('docs/schemas', () => {
  let today: Readonly<Record<string, string>>;
  beforeAll(() => {
    today = renderFileSchemas();
  });

  it('has a schema of each kind', () => {
    expect(Object.keys(today)).toEqual(files);
  });

  it.each(files)('%s matches the code (renew it with npm run docs)', async (file) => {
    expect(await readFileSchema(file)).toEqual(JSON.parse(today[file] ?? ''));
  });

  it('accepts valid documents and refuses invalid ones', async () => {
    const check = Compile(Object(await readFileSchema('workspace.json')));
    fc.assert(
      fc.property(someDocuments, (documents) => documents.every((document) => check.Check(document))),
      { numRuns: 50 },
    );
    const wrong = [
      { ...aWorkspace('a'), extra: 1 },
      aWorkspace('a b'),
      { ...aWorkspace('a'), spec: { policyRef: 'x' } },
    ];
    for (const value of wrong) {
      expect(checkDocument(value).document).toBeUndefined();
      expect(check.Check(value)).toBe(false);
    }
    const environment = Compile(Object(await readFileSchema('environment.json')));
    expect(environment.Check(anEnvironment([{ name: 'a', model: { id: 'm' } }]))).toBe(true);
    expect(Compile(Object(await readFileSchema('chain.json'))).Check(aChain(['pii'], 'w'))).toBe(true);
  });
});
