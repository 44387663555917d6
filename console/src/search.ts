/** Reads the search part of an address: every filter, tab and selection is there. What a page does not know is dropped. */

export type Search = Readonly<Record<string, string | undefined>>;

/** Gives a validator that keeps the named texts. */
export function searchOf<Name extends string>(
  ...names: readonly Name[]
): (input: Readonly<Record<string, unknown>>) => { readonly [K in Name]?: string | undefined } {
  return (input) => {
    const kept: { [K in Name]?: string } = {};
    for (const name of names) {
      const value = input[name];
      if (typeof value === 'string' && value !== '') kept[name] = value;
      else if (typeof value === 'number' || typeof value === 'boolean') kept[name] = String(value);
    }
    return kept;
  };
}
