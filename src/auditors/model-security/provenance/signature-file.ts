// Finds the signature of a model when the caller names none.

/** Default name of the signing library. */
const defaultName = 'model.sig';

/** Names beside a model of one file, best first. */
export function signatureNamesOf(fileName: string): string[] {
  return [`${fileName}.sig`, `${fileName}.sigstore.json`, `${fileName}.sigstore`, defaultName];
}

/** Finds the signature in a folder; only at its top, where the signing library puts it. */
export function findSignatureFile(paths: readonly string[]): string | undefined {
  if (paths.includes(defaultName)) return defaultName;
  const named = paths.filter((path) => !path.includes('/') && /\.(?:sig|sigstore|sigstore\.json)$/.test(path));
  return named.toSorted()[0];
}
