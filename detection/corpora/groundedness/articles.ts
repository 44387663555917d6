/** Reads our own articles: text, sentences that are faithful to it (`+`) and sentences that are not (`- kind:`). */
import { articlesFour } from './articles-four.ts';
import { articlesOne } from './articles-one.ts';
import { articlesThree } from './articles-three.ts';
import { articlesTwo } from './articles-two.ts';
import { hallucinations } from './hallucinations.ts';
import { hardArticlesOne } from './hard-articles-one.ts';
import { hardArticlesTwo } from './hard-articles-two.ts';
import { newsTrainedFour } from './news/trained-four.ts';
import { newsTrainedOne } from './news/trained-one.ts';
import { newsTrainedThree } from './news/trained-three.ts';
import { newsTrainedTwo } from './news/trained-two.ts';
import { newsUnseenOne } from './news/unseen-one.ts';
import { newsUnseenThree } from './news/unseen-three.ts';
import { newsUnseenTwo } from './news/unseen-two.ts';

export interface Article {
  readonly id: string;
  readonly text: string;
  /** Its true sentences share few words with it, its false ones many. */
  readonly isHard: boolean;
  readonly told: readonly { readonly text: string; readonly label: 0 | 1; readonly kind: string }[];
}

/** Reads all articles, in order. @throws Error naming a malformed article. */
export function readArticles(): Article[] {
  const articles = [
    ...[articlesOne, articlesTwo, articlesThree, articlesFour].flatMap((written) => parseArticles(written, false)),
    ...[hardArticlesOne, hardArticlesTwo].flatMap((written) => parseArticles(written, true)),
  ];
  const invented = parseHallucinations(new Set(articles.map(({ id }) => id)));
  return articles.map(({ id, text, isHard, told }) => ({
    id,
    text,
    isHard,
    told: [...told, ...(invented.get(id) ?? [])],
  }));
}

/** News articles of real length. */
export interface News {
  readonly trained: Article[];
  /** Not trained on, but looked at when choices were made. */
  readonly unseen: Article[];
  /** Written after nearly all choices were made. */
  readonly fresh: Article[];
}

export function readNews(): News {
  const parse = (written: string): Article[] => parseArticles(written, false);
  return {
    trained: [newsTrainedOne, newsTrainedTwo, newsTrainedThree, newsTrainedFour].flatMap(parse),
    unseen: [newsUnseenOne, newsUnseenTwo].flatMap(parse),
    fresh: parse(newsUnseenThree),
  };
}

function parseHallucinations(ids: ReadonlySet<string>): Map<string, Article['told'][number][]> {
  const invented = new Map<string, Article['told'][number][]>();
  for (const line of hallucinations.trim().split('\n')) {
    const [, id = '', text = ''] = /^([a-z]+): (.+)$/.exec(line) ?? [];
    if (!ids.has(id)) throw new Error(`there is no article for ${JSON.stringify(line.slice(0, 40))}`);
    invented.set(id, [...(invented.get(id) ?? []), { text, label: 1, kind: 'invented' }]);
  }
  return invented;
}

function parseArticles(written: string, isHard: boolean): Article[] {
  return written
    .trim()
    .split(/^# /m)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [id = '', text = '', ...lines] = part.trim().split('\n');
      const told = lines.map((line) => {
        const [, mark, kind = 'faithful', sentence = ''] = /^([+-]) (?:([a-z-]+): )?(.+)$/.exec(line) ?? [];
        if (mark === undefined || (mark === '-' && kind === 'faithful')) {
          throw new Error(`article ${id}: ${JSON.stringify(line.slice(0, 40))} is neither faithful nor of a kind`);
        }
        return { text: sentence, label: mark === '-' ? 1 : 0, kind } as const;
      });
      return { id, text, isHard, told };
    });
}
