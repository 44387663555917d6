/** HTTP of connecting: a link for a person. What people do with it are pages. */
import { type Static, Type } from 'typebox';
import { scopeToken } from '../../../contract/scope-token.ts';
import { ProblemSchema } from '../../../contract/problem.ts';
import { toTimestamp } from '../../../platform/clock.ts';
import { toAuthor } from '../../control/author.ts';
import type { Routes } from '../../feature.ts';
import { CredentialParamsSchema } from '../schema.ts';
import type { Connecting } from './create.ts';

export interface ConnectRouteDeps {
  readonly connecting: Pick<Connecting, 'connectLink'>;
}

/** A call without a body says as much as one with an empty object. */
export const ConnectRequestSchema = Type.Union(
  [
    Type.Object(
      {
        scopes: Type.Optional(
          Type.Array(Type.String({ pattern: scopeToken }), {
            ...{ maxItems: 100, uniqueItems: true },
            description: 'needed besides those that were asked for before: all of them are asked for together',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    Type.Null(),
  ],
  { examples: [{ scopes: ['contacts.read'] }] },
);

export const ConnectLinkSchema = Type.Object(
  {
    connect_url: Type.String({ description: 'the person opens it, and signs in here first' }),
    expires_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'ConnectLink' },
);
export type ConnectLink = Static<typeof ConnectLinkSchema>;

/** `POST /v1/scoped-credentials/{id}/connect`. */
export function connectRoutes({ connecting }: ConnectRouteDeps): Routes {
  return async (app) => {
    app.post(
      '/v1/scoped-credentials/:id/connect',
      {
        schema: {
          tags: ['scoped-credentials'],
          summary:
            'Get a link to connect a credential, good for 10 minutes: the person whose it is, or who manages what it is ' +
            'for, opens it and signs in at the other side. A repeat makes another link',
          ...{ params: CredentialParamsSchema, body: ConnectRequestSchema },
          response: { 200: ConnectLinkSchema, '4xx': ProblemSchema },
        },
      },
      async ({ caller, params, body }, reply) => {
        const { url, expiresAt } = await connecting.connectLink(toAuthor(caller), params.id, body?.scopes);
        const link: ConnectLink = { connect_url: url, expires_at: toTimestamp(expiresAt) };
        return reply.header('cache-control', 'no-store').send(link);
      },
    );
  };
}
