/** Reads a list of hosts, one in each line, and compares it with the list before. */

/** Without empty lines and repetitions, in the order of the text. */
export function toHosts(text: string): readonly string[] {
  const lines = text.split(/[\n,]/).map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}

export function compareHosts(
  old: readonly string[],
  fresh: readonly string[],
): { readonly added: readonly string[]; readonly removed: readonly string[] } {
  return {
    added: fresh.filter((host) => !old.includes(host)),
    removed: old.filter((host) => !fresh.includes(host)),
  };
}
