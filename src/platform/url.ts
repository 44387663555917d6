/** Reading URLs. */

/**
 * The URL that a text is, resolved against a base where one is given; undefined for none. Never `URL.canParse`: once it
 * is optimised, it answers false to texts with Latin-1 letters (`https://bücher.example`) on Node 20.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
