import { beforeAll, describe, expect, it } from 'vitest';
import { collectDescriptions, readDescription } from './openapi.ts';

const names = ['gateway', 'verifier', 'attestor', 'auditor'];

describe('docs/openapi', () => {
  let today: Readonly<Record<string, unknown>>;
  beforeAll(async () => {
    // As it is written: a schema also holds members that no JSON has.
    today = JSON.parse(JSON.stringify(await collectDescriptions()));
  });

  it.each(names)('%s.json is what the service says today (renew it with npm run docs)', async (name) => {
    expect(await readDescription(name)).toEqual(today[name]);
  });

  it.each(names)(
    '%s.json has a summary and an answer in every operation, and no reference to nowhere',
    async (name) => {
      const { paths, components } = JSON.parse(JSON.stringify(today[name]));
      const operations = Object.entries<Record<string, object>>(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
      );
      expect(operations.length).toBeGreaterThan(3);
      for (const { name: operation, operation: found } of operations) {
        if (!operation.endsWith('/health')) expect(found, operation).toHaveProperty('summary');
        expect(found, operation).toHaveProperty('responses');
      }
      for (const [, target = ''] of JSON.stringify(today[name]).matchAll(/"\$ref":"([^"]*)"/g)) {
        expect(Object.keys(components.schemas).map((schema) => `#/components/schemas/${schema}`)).toContain(target);
      }
    },
  );
});
