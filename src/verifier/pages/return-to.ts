/** Where a login leads back to: pages of ours only, so that no link to the login page ends on somebody else's site. */

const fallback = '/account';
/** Plain paths, of the pages that a login leads back to; a query would only be a way to smuggle something in. */
const ownPath =
  /^\/(?:account(?:\/[a-z0-9_-]{1,64}){0,3}|oauth\/interaction\/[A-Za-z0-9_-]{1,128}|consent\/[a-z0-9_-]{1,64}|connect\/[A-Za-z0-9_-]{43})$/;

/** The path to go to; the account page for whatever is none of ours. */
export function toReturnPath(wanted: string | undefined): string {
  return wanted !== undefined && ownPath.test(wanted) ? wanted : fallback;
}

/** The login page that leads back to a path. */
export function toLoginPath(path: string): string {
  const back = toReturnPath(path.split('?', 1)[0]);
  return back === fallback ? '/login' : `/login?return_to=${encodeURIComponent(back)}`;
}
