/** What a gateway of tools asks about an agent; the answer stands in the contract. */
import { Type } from 'typebox';
import { GatewayParamsSchema } from '../../contract/api/gateways/shapes.ts';
import { idPattern } from '../../contract/ids.ts';

export const AgentToolsParamsSchema = Type.Object({
  ...GatewayParamsSchema.properties,
  agent_id: Type.String({ pattern: idPattern }),
});

const person = (description: string) =>
  Type.Optional(Type.String({ pattern: '^usr_[A-Za-z0-9_-]{1,124}$', description }));

export const AgentToolsQuerySchema = Type.Object(
  {
    user_id: person('who speaks for the agent with a token of their own; `user_may_speak` is about them'),
    grant_id: Type.Optional(
      Type.String({
        ...{ minLength: 1, maxLength: 200 },
        description: '`grant_id` of that token: nobody speaks by one whose grant was taken back',
      }),
    ),
    on_behalf_of: person('whom the agent acts for by a consent; credentials are those that it has for them'),
  },
  { additionalProperties: false },
);

export const AgentToolsHeadersSchema = Type.Object({
  'if-none-match': Type.Optional(Type.String({ maxLength: 1_024, description: 'ETag of the answer that is known' })),
});
