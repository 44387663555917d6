/** Shapes of the browser console: who is in, how they get in, and links that let a browser in. */
import { type Static, Type } from 'typebox';

const NullableText = Type.Union([Type.String(), Type.Null()]);
const OrganizationNameSchema = Type.Object({ id: Type.String(), name: Type.String() });

export const ConsoleSessionSchema = Type.Object(
  {
    authentication: Type.Enum(['loopback', 'required'], {
      description:
        'loopback: callers on this machine need no credential, and act as user local with role operator; required: people sign in',
    }),
    signed_in: Type.Boolean({
      description: 'False for a stranger, who gets no data: every member below is empty or null',
    }),
    user: Type.Union(
      [
        Type.Object({
          id: Type.String({ description: 'local, token or operator for callers without a name' }),
          name: NullableText,
          email: NullableText,
        }),
        Type.Null(),
      ],
      { description: 'The caller of this call' },
    ),
    organization: Type.Union([OrganizationNameSchema, Type.Null()], { description: 'Organisation of this call' }),
    organizations: Type.Array(Type.Object({ ...OrganizationNameSchema.properties, role: Type.String() }), {
      description:
        'Organisations that the caller may act in, up to 100; the header x-assay-organization names the one of a call',
    }),
    role: Type.Union([Type.String(), Type.Null()]),
    unlocked: Type.Boolean({ description: 'The call has the rights of the operator token' }),
    unlocked_until: Type.Union([Type.String({ description: 'RFC 3339' }), Type.Null()], {
      description: 'When the unlocked session of this browser ends at the latest; null without one',
    }),
    unlocked_idle_until: Type.Union([Type.String({ description: 'RFC 3339' }), Type.Null()], {
      description: 'When it ends if the browser makes no further call',
    }),
    csrf_token: Type.Union([Type.String(), Type.Null()], {
      description:
        'Value of the header x-assay-csrf, which every method but GET and HEAD needs; null where no cookie of a session counts',
    }),
    operations: Type.Array(Type.String(), {
      description: 'Ids of the operations that the caller may call, on every agent of the organisation',
    }),
    owner_operations: Type.Array(Type.String(), {
      description: 'Further ids that the caller may call on agents that they own',
    }),
    editor_operations: Type.Array(Type.String(), {
      description: 'Further ids that the caller may call on agents that they edit',
    }),
    addresses: Type.Object(
      { verifier: NullableText, gateway: NullableText, mcp_gateway: NullableText },
      { description: 'Base URLs as far as the configuration names them' },
    ),
    version: Type.String(),
    sign_in_url: Type.Union([Type.String(), Type.Null()], {
      description:
        'Path of the sign-in page, which leads back to /console/. Its return_to may name another path of the console, with a query. Null where nobody signs in',
    }),
  },
  { $id: 'ConsoleSession' },
);

export const UnlockConsoleSchema = Type.Union(
  [
    Type.Object(
      { operator_token: Type.String({ minLength: 1, maxLength: 200, format: 'password' }) },
      { additionalProperties: false },
    ),
    Type.Object(
      {
        code: Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'Code of a link, from the fragment of its address',
        }),
      },
      { additionalProperties: false },
    ),
  ],
  { $id: 'UnlockConsole', examples: [{ code: 'E4SYvKdrGvO6kR1nYfVtN0dUhn1o1ZJ0H0e0t0bTqXk' }] },
);

export const EndConsoleSessionQuerySchema = Type.Object(
  {
    only: Type.Optional(
      Type.Literal('unlocked', { description: 'Locks only: the person stays signed in. Without it, both end' }),
    ),
  },
  { additionalProperties: false },
);

export const ConsoleLinkSchema = Type.Object(
  {
    url: Type.String({ description: 'Address for one browser. It counts once, and opening it does nothing by itself' }),
    expires_at: Type.String({ description: 'RFC 3339, 60 seconds after it was made' }),
  },
  { $id: 'ConsoleLink' },
);

export type ConsoleSession = Static<typeof ConsoleSessionSchema>;
export type UnlockConsole = Static<typeof UnlockConsoleSchema>;
export type ConsoleLink = Static<typeof ConsoleLinkSchema>;
