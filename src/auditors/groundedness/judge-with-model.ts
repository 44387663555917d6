/** Lets an entailment model read each claim with its retrieved sentences, and combines both judgements. */
import { AuditorFailure } from '@assay/sdk';
import type { EntailmentModel, Pair } from './entailment.ts';
import { type JudgedAnswer, type JudgedClaim, overall } from './judge.ts';
import type { Source } from './source-index.ts';

/** More claims would take longer than callers wait. */
const maxClaims = 256;
const pairsAtOnce = 8;
/** Models of this kind read 512 tokens. */
const longestPremise = 1500;
const longestHypothesis = 500;
/** Weight of the model's result against ours. */
const modelShare = 0.7;
/** From this probability on the model reports a contradiction. */
const contradicted = 0.5;

/** Judges again the claims with some source evidence. @throws AuditorFailure when there are too many */
export async function judgeWithModel(
  answer: string,
  { sources, judged, model }: { sources: readonly Source[]; judged: JudgedAnswer; model: EntailmentModel },
): Promise<JudgedAnswer> {
  if (judged.claims.length > maxClaims) {
    throw new AuditorFailure('INVALID_REQUEST', `The configured model reads answers of up to ${maxClaims} claims`);
  }
  const claims: JudgedClaim[] = [...judged.claims];
  const open = claims.flatMap((claim, at) =>
    claim.source === undefined || claim.support === 1 ? [] : [{ claim, at }],
  );
  for (let first = 0; first < open.length; first += pairsAtOnce) {
    const part = open.slice(first, first + pairsAtOnce);
    const answers = await model.judge(part.map(({ claim }) => toPair(claim, answer, sources)));
    for (const [index, { claim, at }] of part.entries()) {
      const { entailment = 0, contradiction = 0 } = answers[index] ?? {};
      const hasBadCitation = claim.reasons.some((reason) => reason.startsWith('citation_'));
      const combined = modelShare * entailment + (1 - modelShare) * claim.support;
      claims[at] = {
        ...claim,
        // A citation that does not support the claim is not fixed by another source.
        support: hasBadCitation ? Math.min(claim.support, combined) : combined,
        reasons: contradiction >= contradicted ? [...claim.reasons, 'contradicted_by_model'] : claim.reasons,
      };
    }
  }
  return { claims, support: overall(claims), citedSources: judged.citedSources };
}

function toPair(
  { start, end, source, windowStart, windowEnd }: JudgedClaim,
  answer: string,
  sources: readonly Source[],
): Pair {
  const text = sources[source ?? -1]?.text ?? '';
  return {
    premise: text.slice(windowStart, Math.min(windowEnd, windowStart + longestPremise)),
    hypothesis: answer.slice(start, Math.min(end, start + longestHypothesis)),
  };
}
