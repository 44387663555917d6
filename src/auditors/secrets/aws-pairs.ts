/** The secret next to an AWS access key id, as in the file that the AWS console offers for download. */
import { countKinds, shannonEntropy, wordShare } from './randomness.ts';
import { ranks, type Scan, type Trigger } from './rule.ts';

const keyId = /(?:AKIA|ASIA)[A-Z2-7]{16}(?![A-Za-z0-9])/y;
const secret = /(?<![A-Za-z0-9/+=])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/g;
const maxDistance = 160;

export const awsPairTriggers: readonly Trigger[] = ['AKIA', 'ASIA'].map((keyword) => ({ keyword, probe: findSecret }));

function findSecret({ text, found }: Scan, at: number): void {
  keyId.lastIndex = at;
  if (!keyId.test(text)) return;
  const from = Math.max(0, at - maxDistance);
  for (const match of text.slice(from, keyId.lastIndex + maxDistance).matchAll(secret)) {
    const key = match[0];
    // A hash has one case, a path has words.
    if (countKinds(key) < 3 || shannonEntropy(key) < 4 || wordShare(key) > 0.3) continue;
    const start = from + match.index;
    found.push({ type: 'aws_secret_access_key', start, end: start + key.length, score: 0.85, rank: ranks.named });
  }
}
