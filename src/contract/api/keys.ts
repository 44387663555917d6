/** Wire shape of the verifier's key set (RFC 7517). */
import { type Static, Type } from 'typebox';

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
