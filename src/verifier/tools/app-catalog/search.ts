/** Searches apps, best match first: a match in a name or a title counts more than one in a description. */

import type { AppListQuery } from '../../../contract/api/app-catalog/shapes.ts';
import type { CatalogApp } from './entry.ts';

/** Gives the matching apps; in their given order without search words. */
export function selectApps(apps: readonly CatalogApp[], query: AppListQuery): CatalogApp[] {
  const fitting = apps.filter(
    (app) =>
      (query.include_deleted === true || app.status !== 'deleted') &&
      (query.type === undefined || app.type === query.type) &&
      (query.category === undefined || app.category === query.category) &&
      (query.trust_tier === undefined || app.trustTier === query.trust_tier),
  );
  const words = wordsOf(query.q ?? '').slice(0, 16);
  if (query.q === undefined) return fitting;
  return fitting
    .map((app, index) => ({ app, index, score: scoreOf(app, words) }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score || left.index - right.index)
    .map(({ app }) => app);
}

const inName = 1_000;

/** Gives the score; 0 unless every word matches. */
function scoreOf({ name, title, description }: CatalogApp, words: readonly string[]): number {
  const [names, told] = [[...wordsOf(name), ...wordsOf(title)], fold(description)];
  const [whole, shown] = [fold(name), fold(title)];
  let score = 0;
  for (const word of words) {
    if (shown === word || whole === word) score += 4 * inName;
    else if (names.includes(word)) score += 3 * inName;
    else if (names.some((one) => one.startsWith(word))) score += 2 * inName;
    else if (whole.includes(word) || shown.includes(word)) score += inName;
    else if (told.includes(word)) score += 1;
    else return 0;
  }
  return score;
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}
