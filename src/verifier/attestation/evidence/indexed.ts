/** Shortens text for a column: an index takes no long text, and the JWS has the complete one. */
export function toIndexed(text: string): string {
  return text.slice(0, 256).toWellFormed();
}
