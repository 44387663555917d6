/** Reads the authorities of a SPIFFE bundle (`GET /v1/spiffe/bundle`); its keys for JWT-SVIDs are ignored. */
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { AppError } from '../../platform/errors.ts';
import { type TrustBundle, toTrustBundle } from '../../platform/tls/trust-bundle.ts';

const BundleWireSchema = Type.Object({
  keys: Type.Array(Type.Object({ x5c: Type.Optional(Type.Array(Type.String())) }), { maxItems: 1_000 }),
});
export type BundleWire = Static<typeof BundleWireSchema>;
const bundleShape = Compile(BundleWireSchema);

export function isBundleWire(value: unknown): value is BundleWire {
  return bundleShape.Check(value);
}

/** @throws AppError `verifier_unavailable` for a bundle without an authority: it would cut every connection. */
export function toBundleOfWire({ keys }: BundleWire): TrustBundle {
  const certificates = keys.flatMap(({ x5c = [] }) => x5c.map((text) => Buffer.from(text, 'base64')));
  if (certificates.length === 0) throw new AppError('verifier_unavailable', 'the bundle has no authority');
  return toTrustBundle(certificates, 'the bundle of the verifier');
}
