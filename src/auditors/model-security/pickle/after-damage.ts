/**
 * Searches the bytes after the damage of a broken stream for dangerous names: nothing executes it as it is, but a repaired copy,
 * or a loader that differs from CPython's, might.
 */

import type { ByteSource } from '../byte-source.ts';
import type { DeepContext } from '../context.ts';
import { shortName } from '../finding.ts';
import { knownDanger } from './dangerous.ts';
import type { Reports } from './tentative.ts';

const maxSearchedBytes = 64 * 1024 * 1024;
const chunkBytes = 1024 * 1024;
const overlapBytes = 256;

/** GLOBAL or INST with its two lines, and two short strings before STACK_GLOBAL. Every repetition is bounded. */
const patterns: readonly RegExp[] = [
  /[ci]([A-Za-z_][\w.]{1,60})\n([A-Za-z_][\w.]{0,60})\n/g,
  /\x8c.([A-Za-z_][\w.]{1,60}?)(?:\x94|q.|r.{4}|p\d{1,9}\n)?\x8c.([A-Za-z_][\w.]{0,60}?)(?:\x94|q.|r.{4}|p\d{1,9}\n)?\x93/gs,
];

/** Reports dangerous names after an offset. */
export async function searchAfterDamage(
  source: ByteSource,
  from: number,
  context: DeepContext,
  { findings, unsafeGlobals }: Reports,
): Promise<void> {
  const end = Math.min(source.size, from + maxSearchedBytes);
  for (let base = from; base < end && !context.signal.aborted; base += chunkBytes) {
    const bytes = await source.read(base, chunkBytes + overlapBytes);
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    for (const pattern of patterns) {
      for (const match of text.matchAll(pattern)) {
        const id = `${match[1] ?? ''}.${match[2] ?? ''}`;
        const danger = knownDanger(id);
        if (danger === undefined) continue;
        unsafeGlobals.add(shortName(id));
        findings.add({
          id: 'pickle_dangerous_name',
          severity: 'high',
          type: 'code_execution',
          place: { path: context.path, offset: base + match.index },
          module: shortName(id),
          note: `Behind the damage of a broken pickle stands an import that ${danger}.`,
        });
      }
    }
  }
}
