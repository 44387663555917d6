/** The return path of a login. Only our own pages are allowed, so that a link to the login page cannot end on another site. */

const fallback = '/account';
/** Plain paths of the pages that a login may return to. They take no query: it could smuggle something in. */
const ownPath =
  /^\/(?:account(?:\/[a-z0-9_-]{1,64}){0,3}|oauth\/interaction\/[A-Za-z0-9_-]{1,128}|consent\/[a-z0-9_-]{1,64}|connect\/[A-Za-z0-9_-]{43})$/;

/** Addresses of the console keep their query, which holds filters that only the console reads. No segment leads upwards. */
const consolePath =
  /^\/console\/(?:(?!\.{1,2}(?:[/?]|$))(?:[A-Za-z0-9._~@:-]|%(?!2[ef]|5c)[0-9a-f]{2}){1,200}\/?){0,8}(?:\?[A-Za-z0-9._~!$&'()*+,;=:@/?%-]{0,1000})?$/i;

/** Gives the return path; the account page for any path that is not allowed. */
export function toReturnPath(wanted: string | undefined): string {
  return wanted !== undefined && (ownPath.test(wanted) || consolePath.test(wanted)) ? wanted : fallback;
}

/** Gives the address of the login page that returns to a path. */
export function toLoginPath(path: string): string {
  const back = toReturnPath(path.split('?', 1)[0]);
  return back === fallback ? '/login' : `/login?return_to=${encodeURIComponent(back)}`;
}
