/**
 * Check of a key attestation that was made a while ago: certificates of chips and
 * enclaves end, some within hours, and collateral is renewed; neither makes unproven what held when it was made.
 */
import type { KeyHardware } from '../contract/hardware-facts.ts';
import { checkKeyAttestation, type KeyAttestationCheck, type KeyAttestationVerdict } from './key-attestation.ts';

/** Said where a key attestation holds only as of the time it names. */
export const endedNote =
  "its certificates or collateral have ended since; they held when it was made, by the attestor's own clock";
/** Said where collateral of that time is not at hand. */
const noCollateralNote =
  'collateral of that time is not at hand: what it would have said of the firmware is not proven';

/** Findings that time alone brings. A revocation is none of them, nor anything else. */
const ends: readonly string[] = ['expired', 'collateral_expired'];

/**
 * Checks at `now`; if nothing but time speaks against it, again at the time the runtime data name, and says so. Never
 * throws for what it holds. `run` is the check itself.
 */
export async function checkStoredKeyAttestation(
  candidate: unknown,
  check: KeyAttestationCheck,
  run: typeof checkKeyAttestation = checkKeyAttestation,
): Promise<KeyAttestationVerdict> {
  const verdict = await run(candidate, check);
  if (verdict.ok || !hasOnlyEnded(verdict.hardware)) return verdict;
  // It was parsed to get this far: only a report that was read has facts.
  const madeAt = readMadeAt(candidate);
  if (madeAt === undefined || madeAt > check.now) return verdict;
  const then = { ...check, now: madeAt };
  const withAll = await run(candidate, then);
  if (withAll.ok) return addNotes(withAll, [endedNote]);
  if (!hasOnlyEnded(withAll.hardware)) return verdict;
  // Lists and documents at hand are younger than the attestation. What they revoke has been looked up above.
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
