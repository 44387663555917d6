/** Wire shapes of publishers. */

import { type Static, Type } from 'typebox';
import { pageQuery } from '../page.ts';
import { publisherStatuses } from './states.ts';

const ReleaseKeySchema = Type.Object({
  kty: Type.Enum(['OKP', 'EC']),
  crv: Type.Enum(['Ed25519', 'P-256']),
  x: Type.String(),
  y: Type.Optional(Type.String()),
  kid: Type.String({ description: 'Key id of the key set; the thumbprint if the key set has none' }),
  thumbprint: Type.String({
    description: 'RFC 7638 thumbprint (SHA-256), by which releases name the key that signed them',
  }),
});

export const PublisherSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    keys: Type.Object({ keys: Type.Array(ReleaseKeySchema) }),
    status: Type.Enum(publisherStatuses, { description: 'Signatures of a suspended publisher do not count' }),
    revision: Type.Integer({ description: 'The ETag' }),
    created_at: Type.String(),
    created_by: Type.String(),
    updated_at: Type.String(),
  },
  { $id: 'Publisher' },
);

export const WritePublisherSchema = Type.Object(
  {
    name: Type.String({ pattern: '^[^\\u0000-\\u001f\\u007f]{1,200}$', description: 'Unique in the organisation' }),
    description: Type.Optional(Type.String({ pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f]{0,2000}$' })),
    keys: Type.Object(
      { keys: Type.Array(Type.Record(Type.String(), Type.Unknown()), { minItems: 1, maxItems: 10 }) },
      { description: 'JWK set (RFC 7517) of public keys: OKP Ed25519, EC P-256' },
    ),
    status: Type.Optional(Type.Enum(publisherStatuses, { description: 'Default: active' })),
  },
  {
    $id: 'WritePublisher',
    additionalProperties: false,
    examples: [
      {
        name: 'Tone Ltd',
        keys: { keys: [{ kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }] },
      },
    ],
  },
);

export const PublisherParamsSchema = Type.Object({ id: Type.String({ maxLength: 200 }) });
export const PublisherListQuerySchema = Type.Object(pageQuery, { additionalProperties: false });

export type PublisherView = Static<typeof PublisherSchema>;
export type WritePublisher = Static<typeof WritePublisherSchema>;
