/** HTTP of aliases of models. */
import { Type } from 'typebox';
import { ProblemSchema } from '../../contract/problem.ts';
import { toAuthor } from '../control/author.ts';
import type { Routes } from '../feature.ts';
import type { ModelRouteDeps } from './routes.ts';
import { AliasListSchema, AliasParamsSchema, AliasViewSchema, ModelParamsSchema, PutAliasSchema } from './schema.ts';

const path = '/v1/registry/models/:id/aliases';
const tags = ['model-registry'];
const problems = { '4xx': ProblemSchema };
const params = AliasParamsSchema;

export function aliasRoutes({ modelAliases, db }: ModelRouteDeps): Routes {
  return async (app) => {
    app.get(
      path,
      {
        schema: {
          ...{ tags, summary: 'List the aliases of a model, and which moves wait for an approval' },
          ...{ params: ModelParamsSchema, response: { 200: AliasListSchema, ...problems } },
        },
      },
      async ({ caller, params: { id } }) => ({ items: await modelAliases.list(caller.organisation, id) }),
    );
    app.put(
      `${path}/:name`,
      {
        schema: {
          ...{ tags, summary: 'Point an alias at a version; 202 where somebody else has to approve that', params },
          ...{ body: PutAliasSchema, response: { 200: AliasViewSchema, 202: AliasViewSchema, ...problems } },
        },
      },
      async ({ caller, params: { id, name }, body: { version } }, reply) => {
        const author = toAuthor(caller);
        const view = await db.transaction((tx) => modelAliases.put(tx, author, id, { name, version }));
        return reply.code(view.pending === null ? 200 : 202).send(view);
      },
    );
    app.delete(
      `${path}/:name`,
      {
        schema: {
          ...{ tags, summary: 'Remove an alias', params, response: { 204: Type.Null(), ...problems } },
        },
      },
      async ({ caller, params: { id, name } }, reply) => {
        await db.transaction((tx) => modelAliases.remove(tx, toAuthor(caller), id, name));
        return reply.code(204).send(null);
      },
    );
  };
}
