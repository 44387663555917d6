/** Reads bundles in tests like a gateway: shape, type, and signature by a key that the bundle names. */
import { verifyEs256 } from '@assay/sdk/crypto';
import { Compile } from 'typebox/compile';
import { type ConfigBundle, ConfigBundleSchema, configBundleType } from '../../../contract/control/config-bundle.ts';

const shape = Compile(ConfigBundleSchema);

/** @throws Error for anything but a correctly signed bundle. */
export function openBundle(jws: string): ConfigBundle {
  const [head = '', body = '', signature = ''] = jws.split('.');
  const header: Record<string, unknown> = JSON.parse(Buffer.from(head, 'base64url').toString());
  const bundle: unknown = JSON.parse(Buffer.from(body, 'base64url').toString());
  if (!shape.Check(bundle)) throw new Error(JSON.stringify(shape.Errors(bundle)));
  const key = bundle.keys.find(({ kid }) => kid === header['kid']);
  const isTyped = header['typ'] === configBundleType && header['alg'] === 'ES256';
  if (!isTyped || key === undefined) throw new Error('the bundle is of another type, or of another signer');
  if (verifyEs256(key, Buffer.from(`${head}.${body}`), Buffer.from(signature, 'base64url'))) return bundle;
  throw new Error('the signature of the bundle is wrong');
}
