/** The verifier's public keys (RFC 7517). */
import { type Static, Type } from 'typebox';
import { defineOperation } from './operation.ts';

export const JwkSchema = Type.Object({
  kty: Type.Literal('EC'),
  crv: Type.Literal('P-256'),
  x: Type.String(),
  y: Type.String(),
  kid: Type.String(),
  alg: Type.Literal('ES256'),
  use: Type.Literal('sig'),
});

export const JwksSchema = Type.Object({ keys: Type.Array(JwkSchema) }, { $id: 'Jwks' });

export type Jwk = Static<typeof JwkSchema>;

export const keys = {
  list: defineOperation({
    id: 'keys.list',
    method: 'GET',
    path: '/.well-known/jwks.json',
    tag: 'keys',
    summary: 'List the public keys of passports, old ones included',
    responses: { 200: JwksSchema },
  }),
} as const;
