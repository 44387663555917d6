/** Checks that a manifest states how its content began: created, or opened from a parent (C2PA 2.4, 15.10.1). */
import { decodeMap, isMap } from './cbor.ts';
import type { ListedAssertion } from './check-assertions.ts';
import { type Claim, contentOf } from './manifest.ts';
import type { FailureCode } from './manifest-error.ts';

const kinds = ['c2pa.actions', 'c2pa.actions.v2'];
const beginnings: readonly unknown[] = ['c2pa.created', 'c2pa.opened'];

/** Claims of version 1 may omit it. @throws ManifestError when an assertion cannot be read. */
export function findActionProblem({ version }: Claim, listed: readonly ListedAssertion[]): FailureCode | undefined {
  if (version === 1) return undefined;
  const begins = listed.some(({ kind, box }) => kinds.includes(kind) && beginnings.includes(firstAction(box)));
  return begins ? undefined : 'assertion.action.malformed';
}

function firstAction(box: ListedAssertion['box']): unknown {
  const content = contentOf(box, 'cbor');
  if (content === undefined) return undefined;
  const actions = decodeMap(content, 'assertion.cbor.invalid').get('actions');
  const first: unknown = Array.isArray(actions) ? actions[0] : undefined;
  return isMap(first) ? first.get('action') : undefined;
}
