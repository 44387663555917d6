/** A detector for the tests of the rules. */
import { createSecretDetector } from './detect.ts';

const detector = createSecretDetector({ fingerprintKey: new Uint8Array(32).fill(7) });

/** Types found at the default threshold, in text order. */
export function typesOf(text: string): string[] {
  return detector.detect(text, 0.5).map(({ type }) => type);
}

/** Text that is redacted at the default threshold. */
export function leaksOf(text: string): string[] {
  return detector.detect(text, 0.5).map(({ start, end }) => text.slice(start, end));
}
