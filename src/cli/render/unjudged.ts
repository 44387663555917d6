/** Reads from Evidence what no built-in auditor judged, so that an allow is not taken for more than it is. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { AuditorRunSchema, evidenceType, PhaseRunSchema } from '../../contract/evidence.ts';
import { describeUnjudged, unjudgedIn } from '../../contract/text-auditors.ts';
import { maxEvidenceChars } from '../../proof/evidence.ts';
import { parseJws, parsePayload } from '../../proof/jws.ts';

const check = Compile(Type.Object({ auditors: Type.Array(AuditorRunSchema), phases: Type.Array(PhaseRunSchema) }));

/** Gives a line; undefined where everything was judged. The signature is not checked: `assay verify` does. */
export function describeUnjudgedIn(jws: string): string | undefined {
  const parsed = parseJws(jws, { typ: evidenceType, algs: ['EdDSA'], maxChars: maxEvidenceChars });
  if (!parsed.ok) return undefined;
  const payload = parsePayload(parsed.jws, { maxChars: maxEvidenceChars, maxDepth: 32 });
  if (!payload.ok || !check.Check(payload.value)) return undefined;
  const unjudged = unjudgedIn(payload.value);
  return unjudged.length === 0 ? undefined : describeUnjudged(unjudged);
}
