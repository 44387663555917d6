/**
 * Makes the alias of a server in tool catalogs: lower-case ASCII letters, digits and single hyphens, at most 40, a letter
 * first (it begins the scheme of URIs, RFC 3986 section 3.1), from the last part of its app's name. No two aliases of one
 * organisation look alike, and none looks like one of our own services. Pure.
 */
import { skeletonOf } from '../app-catalog/lookalikes.ts';

export const maxAliasChars = 40;

/** Gives the first choice: `com.example/My_CRM` is `my-crm`. */
export function toSlug(name: string): string {
  const last = name.split('/').at(-1) ?? name;
  const slug = trim(
    last
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-'),
  );
  const own = slug === '' ? 'app' : slug;
  return isReserved(own) || /^[0-9]/.test(own) ? trim(`app-${own}`) : own;
}

/** Gives the next choice if that is taken: `crm-2`, `crm-3`. @param turn 1 for the first one. */
export function toAlias(slug: string, turn: number): string {
  if (turn <= 1) return slug;
  const suffix = `-${turn}`;
  return `${trim(slug.slice(0, maxAliasChars - suffix.length))}${suffix}`;
}

/** True for `assay` and names that begin with it, in any spelling: they are for our own services. */
function isReserved(slug: string): boolean {
  return skeletonOf(slug).replaceAll('5', 's').replaceAll('4', 'a').startsWith('assay');
}

function trim(text: string): string {
  return text.slice(0, maxAliasChars).replace(/^-+|-+$/g, '');
}
