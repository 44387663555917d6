/** Shapes of OAuth clients as admins see them. */
import { type Static, Type } from 'typebox';
import { pageQuery } from '../page.ts';

export const OAuthClientSchema = Type.Object(
  {
    client_id: Type.String(),
    name: Type.String(),
    status: Type.Union([Type.Literal('active'), Type.Literal('disabled')]),
    registered_by: Type.Union([Type.Literal('agent'), Type.Literal('registration')], {
      description: 'Made with an agent, or registered by the client itself (RFC 7591)',
    }),
    agent_id: Type.Union([Type.String(), Type.Null()]),
    token_endpoint_auth_method: Type.String(),
    grant_types: Type.Array(Type.String()),
    redirect_uris: Type.Array(Type.String()),
    client_uri: Type.Union([Type.String(), Type.Null()]),
    created_at: Type.String(),
    created_by: Type.String(),
    updated_at: Type.String(),
  },
  { $id: 'OAuthClient' },
);

export const OAuthClientParamsSchema = Type.Object({ id: Type.String({ maxLength: 200 }) });
export const OAuthClientListQuerySchema = Type.Object(pageQuery, { additionalProperties: false });

export type OAuthClientView = Static<typeof OAuthClientSchema>;
