/** Reads a scope from its text form: `org` or `workspace`, a space and the id. */

/** Undefined for a text that is no scope. */
export function toScope(value: string): { readonly level: 'org' | 'workspace'; readonly id: string } | undefined {
  const [, level, id] = /^(org|workspace) (.+)$/.exec(value) ?? [];
  if (id === undefined) return undefined;
  return { level: level === 'org' ? 'org' : 'workspace', id };
}
