/** A light lexical estimate of abuse in a prompt (`input_toxicity`); the toxicity auditor judges in depth. */
import { fold } from './fold.ts';

const strong = words(`kill yourself, kys, go die, piece of shit, fuck you, fuck off, motherfucker, i will kill you,
  ill kill you, die bitch, rot in hell, whore, slut, bastard, asshole, cunt, scum, subhuman, dickhead, son of a bitch`);
const mild = words(`idiot, idiots, stupid, moron, morons, dumb, shut up, pathetic, worthless, loser, trash, garbage,
  retard, imbecile, hate you, bitch, fucking, shit, bullshit, useless, disgusting, dumbass`);
const secondPerson = /\b(?:you|youre|your|yourself|u|ur)\b/;

/** Abuse in a text, 0..1. */
export function scoreInsults(text: string): number {
  const folded = ` ${fold(text).text.replaceAll('.', ' ')} `;
  const count = (list: readonly string[]): number => list.filter((word) => folded.includes(word)).length;
  const [strongHits, mildHits] = [count(strong), count(mild)];
  if (strongHits + mildHits === 0) return 0;
  const aimed = secondPerson.test(folded);
  const base = strongHits > 0 ? 0.7 : 0.35;
  const score = base + (aimed ? 0.2 : 0) + 0.05 * (strongHits + mildHits - 1);
  return Math.round(Math.min(strongHits > 0 ? 0.98 : 0.68, score) * 1000) / 1000;
}

function words(list: string): string[] {
  return list.split(',').map((word) => ` ${word.trim().replaceAll(/\s+/g, ' ')} `);
}
