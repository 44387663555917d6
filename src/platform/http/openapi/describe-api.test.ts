import { type TSchema, Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { defineOperation } from '../../../contract/api/operation.ts';
import { PageSchema } from '../../../contract/api/page.ts';
import { toRouteSchema } from '../mount-raw.ts';
import { describeApi } from './describe-api.ts';

const Thing = Type.Object({ id: Type.String(), revision: Type.Integer() }, { $id: 'Thing' });
const info = { title: 'Things', description: 'About things', version: '1.0.0', server: 'http://127.0.0.1:1' };
const list = defineOperation({
  id: 'things.list',
  method: 'GET',
  path: '/v1/things',
  tag: 'things',
  summary: 'List things',
  query: Type.Object({ limit: Type.Optional(Type.Integer()) }),
  paged: true,
  responses: { 200: PageSchema(Thing) },
});
const update = defineOperation({
  id: 'things.update',
  method: 'PATCH',
  path: '/v1/things/:id',
  tag: 'things',
  summary: 'Change a thing',
  body: Type.Object({ name: Type.String({ pattern: '^[^\\u0000]+$' }) }),
  idempotent: true,
  ifMatch: true,
  etag: true,
  responses: { 200: Thing },
});
const document = describeApi(info, [
  { operation: update, access: undefined },
  { operation: list, access: 'open' },
]);

describe('the OpenAPI document', () => {
  it('names every operation, and every shape once', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: 'http://127.0.0.1:1' }],
      paths: {
        '/v1/things': { get: { operationId: 'things.list', security: [{}] } },
        '/v1/things/{id}': { patch: { operationId: 'things.update' } },
      },
      components: { schemas: { Thing: { type: 'object' }, ThingPage: { type: 'object' } } },
    });
  });

  it('declares every parameter of a path, and the headers that flags stand for', () => {
    const { parameters } = Object(document['paths'])['/v1/things/{id}'].patch;
    expect(parameters.map(({ name, in: where }: { name: string; in: string }) => `${where} ${name}`)).toEqual([
      'path id',
      'header idempotency-key',
      'header if-match',
    ]);
  });

  it('has the rest of a path as a named parameter, for which OpenAPI has no syntax', () => {
    const operation = { ...list, path: '/v1/things/:id/files/*' };
    const { paths } = describeApi(info, [{ operation, access: undefined }]);
    const { parameters } = Object(paths)['/v1/things/{id}/files/{path}'].get;
    expect(parameters.slice(0, 2).map(({ name }: { name: string }) => name)).toEqual(['id', 'path']);
  });

  it('declares refusals as problem documents', () => {
    const { responses } = Object(document['paths'])['/v1/things/{id}'].patch;
    expect(Object.keys(responses)).toEqual(
      expect.arrayContaining(['400', '401', '403', '404', '409', '412', '413', '415', '428', '4XX']),
    );
    expect(Object(document['components']).responses.NotFound.content).toEqual({
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
    });
  });

  it('names every media type of an answer', () => {
    const operation = { ...list, alsoProduces: ['application/cbor'] };
    const { paths } = describeApi(info, [{ operation, access: undefined }]);
    const { content } = Object(paths)['/v1/things'].get.responses['200'];
    expect(Object.keys(content)).toEqual(['application/json', 'application/cbor']);
  });

  it('states whether a body is optional', () => {
    const isRequired = (body: TSchema) => {
      const operation = { ...update, body };
      const { paths } = describeApi(info, [{ operation, access: undefined }]);
      return Object(paths)['/v1/things/{id}'].patch.requestBody.required;
    };
    expect([isRequired(Type.Unknown()), isRequired(Type.Optional(Type.Unknown()))]).toEqual([true, false]);
  });

  it('declares every media type of a body, and refusals of OAuth in their own shape', () => {
    const exchange = defineOperation({
      id: 'things.exchange',
      method: 'POST',
      path: '/v1/exchange',
      tag: 'things',
      summary: 'Exchange a thing',
      body: Type.Object({ grant_type: Type.String() }),
      consumes: ['application/x-www-form-urlencoded', 'application/json'],
      responses: { 200: Thing },
      refusals: {
        '4XX': { description: 'Refused', shape: Type.Object({ error: Type.String() }, { $id: 'OAuthError' }) },
      },
    });
    const described = describeApi(info, [{ operation: exchange, access: 'open' }]);
    const { requestBody, responses } = Object(described['paths'])['/v1/exchange'].post;
    expect(Object.keys(requestBody.content)).toEqual(['application/x-www-form-urlencoded', 'application/json']);
    expect(Object.keys(responses)).toEqual(['200', '4XX', '5XX']);
    expect(responses['4XX'].content).toEqual({
      'application/json': { schema: { $ref: '#/components/schemas/OAuthError' } },
    });
  });

  it('writes patterns readable by other languages', () => {
    expect(Object(document['components']).schemas.ThingsUpdateRequest.properties.name.pattern).toBe('^[^\\x00]+$');
  });

  it('is refused when two operations share an id, or two shapes a name', () => {
    const twice = [list, list].map((operation) => ({ operation, access: undefined }));
    expect(() => describeApi(info, twice)).toThrow('two operations are named things.list');
    const other = { ...list, id: 'things.other', path: '/v1/other', responses: { 200: Type.Null({ $id: 'Thing' }) } };
    const named = [list, other].map((operation) => ({ operation, access: undefined }));
    expect(() => describeApi(info, named)).toThrow('two different shapes are named Thing');
  });

  it('describes a body, a stream and refusals that the route handles itself', () => {
    const Refused = Type.Object({ error: Type.String() }, { $id: 'Refused' });
    const ask = defineOperation({
      id: 'things.ask',
      method: 'POST',
      path: '/v1/ask',
      tag: 'things',
      summary: 'Ask a thing',
      describedBody: Type.Object({ question: Type.String() }, { $id: 'Question', additionalProperties: true }),
      streams: true,
      refusals: { '4XX': { description: 'Refused', shape: Refused } },
      responses: { 200: Thing },
    });
    const asked = describeApi(info, [{ operation: ask, access: undefined }]);
    const { requestBody, responses } = Object(asked['paths'])['/v1/ask'].post;
    expect(requestBody.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Question' });
    expect(Object.keys(responses[200].content)).toEqual(['application/json', 'text/event-stream']);
    expect(Object.keys(responses)).toEqual(['200', '4XX', '5XX']);
    expect(responses['4XX'].content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Refused' });
    expect(toRouteSchema(ask)).not.toHaveProperty('body');
    expect(toRouteSchema(ask).response).toEqual({ 200: Thing });
  });

  it('has no unused answer and header', () => {
    const { headers, responses } = Object(describeApi(info, [{ operation: list, access: 'open' }])['components']);
    expect(headers).toEqual({});
    expect(Object.keys(responses)).toEqual(['BadRequest', 'Problem', 'ServerFault']);
  });

  it("names only the service's credentials and problems", () => {
    const Own = Type.Object({ title: Type.String() }, { $id: 'OwnProblem' });
    const credentials = { bearer: { type: 'http', scheme: 'bearer' } };
    const own = describeApi({ ...info, credentials, problem: Own }, [{ operation: update, access: 'admin' }]);
    expect(own).toMatchObject({ security: [{ bearer: [] }, {}], components: { securitySchemes: credentials } });
    expect(Object(own['paths'])['/v1/things/{id}'].patch.security).toEqual([{ bearer: [] }]);
    expect(Object(own['components']).schemas).not.toHaveProperty('Problem');
  });

  it('writes tuples as JSON Schema 2020-12 does', () => {
    const Pair = Type.Tuple([Type.String(), Type.Integer()], { $id: 'Pair' });
    const pair = { ...list, query: Type.Object({}), responses: { 200: Pair } };
    const described = describeApi(info, [{ operation: pair, access: undefined }]);
    expect(Object(described['components']).schemas.Pair).toMatchObject({
      prefixItems: [{ type: 'string' }, { type: 'integer' }],
      items: false,
    });
  });
});
