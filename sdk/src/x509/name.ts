/** Distinguished names (RFC 5280 4.1.2.4): compared by their bytes, read by attribute. */
import { DerError, type DerNode, derTag, expectTag, readChildren, readSequence } from './der.ts';
import { toOid, toText } from './values.ts';

export interface Name {
  /** DER of the whole name. */
  readonly der: Uint8Array;
  /** Attribute values by object identifier, in order. */
  readonly attributes: readonly { readonly oid: string; readonly value: string }[];
}

export const commonName = '2.5.4.3';
export const organization = '2.5.4.10';
export const organizationalUnit = '2.5.4.11';

/** @throws DerError */
export function parseName(node: DerNode | undefined): Name {
  const attributes = readSequence(node).flatMap((set) =>
    readChildren(expectTag(set, derTag.set)).map((pair) => {
      const [oid, value, ...more] = readSequence(pair);
      if (value === undefined || more.length > 0) throw new DerError('an attribute of a name is malformed');
      return { oid: toOid(oid), value: toText(value) };
    }),
  );
  return { der: expectTag(node).bytes, attributes };
}

/** Gives the values of one attribute. */
export function nameValues(name: Name, oid: string): string[] {
  return name.attributes.filter((attribute) => attribute.oid === oid).map(({ value }) => value);
}

/** True for equal names, byte for byte. */
export function isSameName(left: Name, right: Name): boolean {
  return left.der.length === right.der.length && left.der.every((byte, index) => byte === right.der[index]);
}
