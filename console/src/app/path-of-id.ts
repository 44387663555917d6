/** Finds the page of an id by its prefix: `ev_…` is an exchange, `pol_…` a policy. */
const pages: Readonly<Record<string, string>> = {
  ev: '/traffic',
  rcpt: '/traffic',
  pol: '/policies',
  apr: '/approvals',
  wfl: '/workflows',
  inst: '/tools',
  pp: '/verify/passport',
  ins: '/tools',
  app: '/tools/apps',
  scr: '/tools/credentials',
};

/** The path of the page that shows the id; undefined for a text that is none. */
export function pathOfId(text: string): string | undefined {
  const prefix = /^([a-z]{2,5})_[0-9a-f-]{8,}$/.exec(text)?.[1];
  const page = prefix === undefined ? undefined : pages[prefix];
  return page === undefined ? undefined : `${page}/${encodeURIComponent(text)}`;
}
