/**
 * `POST /v1/gateways/{id}/credentials`: a gateway asks for the credential of one call and gets only what that call
 * needs. No refresh token leaves the verifier.
 */
import { type Static, Type } from 'typebox';

const id = Type.String({ minLength: 1, maxLength: 200 });
const scope = Type.String({ minLength: 1, maxLength: 128 });

export const InjectionQuestionSchema = Type.Object(
  {
    agent_id: id,
    service: id,
    resource: Type.Optional(Type.String({ maxLength: 512, description: 'RFC 9728 identifier of what is called' })),
    on_behalf_of: Type.Optional(
      Type.Object(
        {
          subject_id: id,
          grant_id: id,
          token: Type.Optional(
            Type.String({
              maxLength: 8_192,
              description: 'the delegated token of the call; method token_exchange needs it',
            }),
          ),
        },
        { additionalProperties: false, description: 'the person whom the agent calls for, and the grant that says so' },
      ),
    ),
    scopes: Type.Optional(Type.Array(scope, { maxItems: 100, uniqueItems: true, description: 'that the call needs' })),
    failed: Type.Optional(
      Type.Object(
        { credential_id: id, version: Type.Integer({ minimum: 0 }) },
        { additionalProperties: false, description: 'what the other side answered 401 to: it is refreshed once' },
      ),
    ),
  },
  {
    $id: 'InjectionQuestion',
    additionalProperties: false,
    examples: [{ agent_id: 'agt_crm', service: 'com.example/crm', resource: 'https://crm.example.com/mcp' }],
  },
);
export type InjectionQuestion = Static<typeof InjectionQuestionSchema>;

export const InjectionAnswerSchema = Type.Object(
  {
    status: Type.Enum([
      ...(['not_required', 'ready', 'connect_required', 'pending', 'expired', 'reauth_required'] as const),
      ...(['insufficient_scope', 'not_allowed_in_delegation', 'error'] as const),
    ]),
    credential_id: Type.Union([Type.String(), Type.Null()]),
    version: Type.Integer({ description: 'of the secret; 0 without one' }),
    method: Type.Union([Type.Enum(['sidecar', 'client_credentials', 'token_exchange']), Type.Null()]),
    headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }), {
      description: 'what goes into the call in the place of headers of these names; empty unless ready',
    }),
    environment: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }), {
      description: 'for a local server: variables of its process',
    }),
    client_certificate: Type.Union([
      Type.Object({ certificate: Type.String(), private_key: Type.String() }),
      Type.Null(),
    ]),
    good_for_s: Type.Integer({ minimum: 0, description: 'how long it may be kept in memory' }),
    scopes_missing: Type.Array(Type.String()),
    connect_url: Type.Union([Type.String(), Type.Null()], { description: 'where a person connects' }),
  },
  { $id: 'InjectionAnswer' },
);
export type InjectionAnswer = Static<typeof InjectionAnswerSchema>;
