/** Recognises a zip archive's format by the names of its members. */

/** Gives `torch`, `torchscript`, `npz`, `keras`, or plain `zip`. */
export function formatOfZip(names: readonly string[]): string {
  const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name));
  if (has(/(?:^|\/)code\/.+\.py$/) || (has(/(?:^|\/)constants\.pkl$/) && has(/(?:^|\/)data\.pkl$/)))
    return 'torchscript';
  if (has(/(?:^|\/)data\.pkl$/)) return 'torch';
  if (has(/^config\.json$/) && has(/\.weights\.h5$/)) return 'keras';
  return names.length > 0 && names.every((name) => name.endsWith('.npy')) ? 'npz' : 'zip';
}
