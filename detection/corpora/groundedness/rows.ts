/** Assembles training and measurement rows of the groundedness model, separated by article, passage and question. */
import type { DataFolder } from '../../data/folder.ts';
import { type AnsweredQuestion, loadHalueval, toAnswerRows } from '../../data/groundedness.ts';
import { normalFormHash } from '../../data/normal-form.ts';
import { withoutOverlap } from '../../data/overlap.ts';
import type { Row } from '../../data/row.ts';
import { createRandom } from '../../training/random.ts';
import { type Article, readArticles, readNews } from './articles.ts';
import { listNames, perturb, spoil } from './perturb.ts';
import { toSummaries } from './summaries.ts';

/** Rows of articles whose true sentences share few words with them, and whose false ones share many. */
export const hardSource = 'own.articles-hard';

/** Rows of articles of real length, summarised like real ones. */
export const newsSource = 'own.news';

type Part = 'training' | 'development';

/** Every third article, passage and question is only measured. */
const measuredOneIn = 3;

export async function loadTrainingRows(data: DataFolder): Promise<Row[]> {
  return uniqueTexts(listRows(await loadHalueval(data), 'training'));
}

/** Rows of articles, passages and questions outside the training. */
export async function loadDevelopmentRows(data: DataFolder): Promise<Row[]> {
  const questions = await loadHalueval(data);
  return withoutOverlap(uniqueTexts(listRows(questions, 'development')), listRows(questions, 'training'));
}

function listRows(questions: readonly AnsweredQuestion[], part: Part): Row[] {
  const articles = lengthen(readArticles().filter((_, index) => isIn(part, index % measuredOneIn === 0)));
  const asked = questions.filter(({ question }) => isIn(part, isMeasured(question)));
  const { trained, unseen, fresh } = readNews();
  return [
    ...(part === 'training'
      ? trainedNews(trained)
      : [...unseenNews(unseen, newsSource), ...unseenNews(fresh, `${newsSource}-fresh`)]),
    ...articles.flatMap((article) => toSummaryRows(article, article.isHard ? hardSource : 'own.articles')),
    ...spoiledRows(articles.filter(({ isHard }) => !isHard)),
    ...madeRows(
      articles.map(({ id, text }) => ({ id, text })),
      'own.articles-made',
    ),
    ...madeRows(joinPassages(asked), 'own.passages-made'),
    ...asked.flatMap(toAnswerRows),
  ];
}

function trainedNews(articles: readonly Article[]): Row[] {
  return [...articles.flatMap((article) => toSummaryRows(article, newsSource)), ...madeRows(articles, 'own.news-made')];
}

/** Single sentences, and summaries of several. */
function unseenNews(articles: readonly Article[], source: string): Row[] {
  return [
    ...articles.flatMap((article) => toSummaryRows(article, source)),
    ...articles.flatMap((article) => toSummaryRows(toSummaries(article), `${source}-summaries`)),
  ];
}

/** Joins every other article with two others, to real length. */
function lengthen(articles: readonly Article[]): Article[] {
  return articles.map((article, index) => {
    if (index % 2 === 0) return article;
    const more = [articles[(index + 1) % articles.length], articles[(index + 2) % articles.length]];
    const text = [article, ...more].map((one) => one?.text ?? '').join('\n\n');
    return { id: article.id, text, isHard: article.isHard, told: article.told };
  });
}

const isIn = (part: Part, measured: boolean): boolean => measured === (part === 'development');

const isMeasured = (text: string): boolean =>
  Number.parseInt(normalFormHash(text).slice(0, 8), 16) % measuredOneIn === 0;

function toSummaryRows({ id, text, told }: Article, source: string): Row[] {
  return told.map(({ text: sentence, label, kind }) => ({
    text: sentence,
    label,
    source,
    category: kind,
    language: 'en',
    sources: [{ id, text }],
  }));
}

/** Makes unfaithful sentences as freely worded as the faithful ones; otherwise shared words would look like a lie. */
function spoiledRows(articles: readonly Article[]): Row[] {
  const random = createRandom(99);
  return articles.flatMap(({ id, text, told }, index) => {
    const other = articles[(index + 3) % articles.length];
    const context = {
      sentences: text.split(/(?<=[.!?]) /),
      others: other?.told.map(({ text: sentence }) => sentence) ?? [],
      foreign: listNames(other?.text ?? ''),
      random,
    };
    return told
      .filter(({ label }) => label === 0)
      .flatMap(({ text: sentence }) => spoil(sentence, context))
      .map(
        (made): Row => ({
          text: made.text,
          label: made.label,
          source: 'own.summaries-made',
          category: made.kind,
          language: 'en',
          sources: [{ id, text }],
        }),
      );
  });
}

interface Passage {
  readonly id: string;
  readonly text: string;
}

const wordsOfSource = 350;

/** Joins passages up to the length of a news article. */
function joinPassages(questions: readonly AnsweredQuestion[]): Passage[] {
  const passages = [...new Set(questions.map(({ knowledge }) => knowledge))];
  const joined: Passage[] = [];
  let parts: string[] = [];
  let words = 0;
  for (const passage of passages) {
    // Some passages end without a full stop or a blank between their sentences.
    parts.push(/[.!?"]$/.test(passage) ? passage : `${passage}.`);
    words += passage.split(/\s+/).length;
    if (words < wordsOfSource) continue;
    joined.push({ id: `passages-${joined.length}`, text: parts.join(' ') });
    parts = [];
    words = 0;
  }
  return joined;
}

function madeRows(passages: readonly Passage[], source: string): Row[] {
  const random = createRandom(4711);
  return passages.flatMap(({ id, text }, index) => {
    const foreign = listNames(passages[(index + 1) % passages.length]?.text ?? '');
    return perturb(text, foreign, random).map(
      (made): Row => ({
        text: made.text,
        label: made.label,
        source,
        category: made.kind,
        language: 'en',
        sources: [{ id, text }],
      }),
    );
  });
}

function uniqueTexts(rows: readonly Row[]): Row[] {
  const seen = new Set<string>();
  return rows.filter(({ text, sources }) => {
    const key = `${normalFormHash(text)}${sources?.[0]?.text ?? ''}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
