import { readFile } from 'node:fs/promises';
import { Compile } from 'typebox/schema';
import { beforeAll, describe, expect, it } from 'vitest';
import { collectDescriptions, readDescription, sdkDocument } from './openapi.ts';

const names = ['gateway', 'verifier', 'attestor', 'auditor'];

describe('docs/openapi', () => {
  let today: Readonly<Record<string, unknown>>;
  beforeAll(async () => {
    // In serialised form: a schema also has members that JSON omits.
    today = JSON.parse(JSON.stringify(await collectDescriptions()));
  });

  it.each(names)('%s.json matches the service (renew it with npm run docs)', async (name) => {
    expect(await readDescription(name)).toEqual(today[name]);
  });

  it("the SDK's copy of auditor.json is the same", async () => {
    expect(JSON.parse(await readFile(sdkDocument, 'utf8'))).toEqual(today['auditor']);
  });

  it.each(names)('%s.json has a summary and an answer in every operation, and no broken reference', async (name) => {
    const { paths, components } = JSON.parse(JSON.stringify(today[name]));
    const operations = Object.entries<Record<string, object>>(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
    );
    expect(operations.length).toBeGreaterThan(3);
    for (const { name: operation, operation: found } of operations) {
      if (!operation.endsWith('/health')) expect(found, operation).toHaveProperty('summary');
      expect(found, operation).toHaveProperty('responses');
    }
    const targets = Object.entries<object>(components).flatMap(([kind, named]) =>
      Object.keys(named).map((of) => `#/components/${kind}/${of}`),
    );
    for (const [, target = ''] of JSON.stringify(today[name]).matchAll(/"\$ref":"([^"]*)"/g)) {
      expect(targets).toContain(target);
    }
  });

  it('verifier.json shows a valid example for every body of configuration and identity', () => {
    const groups =
      /^\/(?:api\/)?v1\/(?:access-reviews|agents|api-keys|app-catalog|apply|auditors|foreign-clients|gateways|invitations|lifecycle|me|members|organizations|people|policies|scoped-credentials|scoped-tools|spiffe|vault|workspaces)/;
    // Named shapes are put beside the compiled one.
    const { paths, components } = JSON.parse(
      JSON.stringify(today['verifier']).replaceAll('#/components/schemas/', '#/$defs/'),
    );
    const shapeOf = ({ schema }: Body): Shape =>
      schema.$ref === undefined ? schema : components.schemas[schema.$ref.slice('#/$defs/'.length)];
    const bodies = Object.entries<Record<string, Operation>>(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody }]) => {
        const body = requestBody?.content['application/json'];
        return body === undefined || !groups.test(path) ? [] : [{ name: `${method} ${path}`, body }];
      }),
    );
    expect(bodies.length).toBeGreaterThan(45);
    for (const { name, body } of bodies) {
      const named = Object.values(body.examples ?? {}).map(({ value }) => value);
      const own = shapeOf(body).examples ?? [];
      const examples = [...named, ...own, ...(body.example === undefined ? [] : [body.example])];
      expect(examples.length, name).toBeGreaterThan(0);
      const shape = Compile({ ...body.schema, $defs: components.schemas });
      for (const example of examples) expect(shape.Check(example), `${name} ${JSON.stringify(example)}`).toBe(true);
    }
  });
});

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, Body>> };
}

interface Body {
  readonly schema: Shape;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Shape {
  readonly $ref?: string;
  readonly examples?: readonly unknown[];
}
