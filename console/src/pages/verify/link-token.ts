/** Reads the token of a link from the part of an address behind the `#`, which browsers send to nobody. */

/** `link=TOKEN`, as the verifier writes it; undefined for anything else. */
export function toLinkToken(hash: string): string | undefined {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('link');
  return token === null || token === '' ? undefined : token;
}

/** As {@link toLinkToken}, and also the token alone. */
export function toShortLinkToken(hash: string): string | undefined {
  const plain = hash.replace(/^#/, '');
  return toLinkToken(plain) ?? (/^[A-Za-z0-9_-]{20,200}$/.test(plain) ? plain : undefined);
}
