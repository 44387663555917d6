/**
 * Checks a key attestation that was made a while ago. Certificates of chips and enclaves expire, some within hours,
 * and collateral is renewed; neither invalidates what was valid when it was made.
 */
import type { KeyHardware } from '../contract/hardware-facts.ts';
import { checkKeyAttestation, type KeyAttestationCheck, type KeyAttestationVerdict } from './key-attestation.ts';

/** Note for a key attestation that holds only as of its own time. */
export const endedNote =
  "its certificates or collateral have ended since; they held when it was made, by the attestor's own clock";
/** Note for missing collateral of that time. */
const noCollateralNote =
  'collateral of that time is not at hand: what it would have said of the firmware is not proven';

/** Findings that time alone causes. Revocation is not one of them. */
const ends: readonly string[] = ['expired', 'collateral_expired'];

/**
 * Checks at `now`. If only time speaks against it, checks again at the time in the runtime data, and adds a note.
 * Never throws. `run` is the check itself.
 */
export async function checkStoredKeyAttestation(
  candidate: unknown,
  check: KeyAttestationCheck,
  run: typeof checkKeyAttestation = checkKeyAttestation,
): Promise<KeyAttestationVerdict> {
  const verdict = await run(candidate, check);
  if (verdict.ok || !hasOnlyEnded(verdict.hardware)) return verdict;
  // It was parsed before: only a report that was read has facts.
  const madeAt = readMadeAt(candidate);
  if (madeAt === undefined || madeAt > check.now) return verdict;
  const then = { ...check, now: madeAt };
  const withAll = await run(candidate, then);
  if (withAll.ok) return addNotes(withAll, [endedNote]);
  if (!hasOnlyEnded(withAll.hardware)) return verdict;
  // Available lists and documents are younger than the attestation. Their revocations were checked above.
  const without = await run(candidate, {
    ...then,
    collateral: { revocationLists: [], documents: [], certificates: check.collateral?.certificates ?? [] },
  });
  return without.ok ? addNotes(without, [endedNote, noCollateralNote]) : verdict;
}

function hasOnlyEnded(hardware: KeyHardware | undefined): boolean {
  const found = [hardware?.cpu, hardware?.gpu].flatMap((facts) => facts?.reasons ?? []);
  return found.length > 0 && found.every((reason) => ends.includes(reason));
}

function readMadeAt(candidate: unknown): number | undefined {
  const runtimeData: unknown = Reflect.get(Object(candidate), 'runtime_data');
  const iat: unknown = Reflect.get(Object(runtimeData), 'iat');
  return typeof iat === 'number' && Number.isSafeInteger(iat) ? iat * 1000 : undefined;
}

function addNotes(verdict: KeyAttestationVerdict & { ok: true }, notes: readonly string[]): KeyAttestationVerdict {
  return { ...verdict, notes: [...verdict.notes, ...notes] };
}
