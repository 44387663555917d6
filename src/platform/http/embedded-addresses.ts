/**
 * IPv6 addresses that carry an IPv4 address. A relay, a translator or the kernel sends to the inner address, so that
 * one is judged.
 */
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Gives the IPv4 address inside; `unclear` if the form has several readings, `undefined` for any other address. */
export function embeddedIn(address: Address): string | undefined {
  if (!(address instanceof ipaddr.IPv6) || address.range() === 'loopback') return undefined;
  const bytes = address.toByteArray();
  const form = forms.find(({ prefix: [base, bits] }) => address.match(base, bits));
  if (form !== undefined) return form.read === undefined ? 'unclear' : form.read(bytes);
  // ISATAP (RFC 5214): under any prefix, by its interface identifier.
  const [u, g, second, third] = bytes.slice(8, 12);
  const isIsatap = (u === 0 || u === 2) && g === 0 && second === 0x5e && third === 0xfe;
  return isIsatap ? at(12)(bytes) : undefined;
}

type Read = (bytes: readonly number[]) => string;

const at =
  (start: number, mask = 0): Read =>
  (bytes) =>
    new ipaddr.IPv4(bytes.slice(start, start + 4).map((byte) => byte ^ mask)).toString();

interface Form {
  readonly prefix: readonly [ipaddr.IPv6, number];
  readonly read?: Read;
}

const under = (text: string, read?: Read): Form => {
  const [base, bits] = ipaddr.IPv6.parseCIDR(text);
  return { prefix: [base, bits], ...(read === undefined ? {} : { read }) };
};

const forms: readonly Form[] = [
  // Compatible and mapped (RFC 4291 section 2.5.5), translated (RFC 2765), NAT64 (RFC 6052).
  under('::/96', at(12)),
  under('::ffff:0:0/96', at(12)),
  under('::ffff:0:0:0/96', at(12)),
  under('64:ff9b::/96', at(12)),
  // Local NAT64 (RFC 8215): the network chooses the position of the address.
  under('64:ff9b:1::/48'),
  under('2002::/16', at(2)),
  // Teredo (RFC 4380): the client's address, complemented. It also holds the server's address.
  under('2001::/32', at(12, 0xff)),
];
