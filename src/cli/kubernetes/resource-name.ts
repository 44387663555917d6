/** Names of Kubernetes objects: our ids may have characters that these names do not allow. */
import { sha256Hex } from '@assay/sdk/crypto';

const label = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const maxLength = 63;

/**
 * Gives `<prefix>-<id>` as a DNS label (RFC 1035), the strictest form. An id that does not fit is approximated, with
 * a part of its hash, so that two ids never share a name.
 */
export function toResourceName(prefix: string, id: string): string {
  const plain = `${prefix}-${id}`;
  if (label.test(id) && plain.length <= maxLength) return plain;
  const hash = sha256Hex(id).slice(0, 8);
  const room = maxLength - prefix.length - hash.length - 2;
  const near = id
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, room)
    .replaceAll(/^-+|-+$/g, '');
  return [prefix, near, hash].filter((part) => part !== '').join('-');
}

/** True for a valid name of a namespace. */
export function isNamespace(name: string): boolean {
  return label.test(name) && name.length <= maxLength;
}

/** True for a valid name of a container variable. */
export function isVariableName(name: string): boolean {
  return /^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(name);
}
