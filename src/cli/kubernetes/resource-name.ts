/** Names of Kubernetes objects: ids of ours may have letters that no object's name takes. */
import { sha256Hex } from '@assay/sdk/crypto';

const label = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const maxLength = 63;

/**
 * `<prefix>-<id>` as a DNS label (RFC 1035), which is the narrowest of the forms. An id that does not fit is written
 * as near as it can be, with a piece of its hash, so that two ids never share a name.
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

/** True for a name that a namespace may have. */
export function isNamespace(name: string): boolean {
  return label.test(name) && name.length <= maxLength;
}

/** True for a name that the variable of a container may have. */
export function isVariableName(name: string): boolean {
  return /^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(name);
}
