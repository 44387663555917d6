/** Shared arguments of commands over models. */
import { UsageError } from './options.ts';

/** @throws UsageError */
export function parseVersion(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new UsageError(`A version is a number such as 3, not ${JSON.stringify(text)}.`);
}
