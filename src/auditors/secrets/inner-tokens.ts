/** Tokens with a mark inside or at their end: the scanner finds the mark and searches back from there. */
import type { TokenOptions, Trigger } from './rule.ts';
import { compileShape } from './shapes.ts';
import { isInsideWord, judgeToken } from './token-rules.ts';

interface InnerRow {
  readonly id: string;
  /** Marks, separated by blanks; case-sensitive. */
  readonly marks: string;
  /** Number of characters of the token before the mark. */
  readonly behind: readonly [min: number, max: number];
  /** Characters allowed before the mark, if their number varies. */
  readonly run?: RegExp;
  /** Shape of the whole token. */
  readonly shape: string;
  readonly options?: TokenOptions;
}

const rows: readonly InnerRow[] = [
  { id: 'openai_key', marks: 'T3BlbkFJ', behind: [23, 100], run: /[\w-]/, shape: 'sk-<w20,97>T3BlbkFJ<w20,90>' },
  {
    id: 'azure_client_secret',
    marks: 'Q~',
    behind: [4, 4],
    shape: '[0-9A-Za-z_~.-]{3}\\dQ~[0-9A-Za-z_~.-]{31,34}',
    options: { entropy: 3.3 },
  },
  // Keys of Azure services have a fixed signature near their end for scanners.
  azureKey('JQQJ99', 52, '<a52>JQQJ99<a26>(?:<a2>==|<a2,4>)?'),
  azureKey('APIM ACDb +ABa +AMC +ASt', 76, '<b76>(?:APIM|ACDb|\\+ABa|\\+AMC|\\+ASt)<b5>[AQgw]=='),
  azureKey('AIoT +ASb +AEh +ARm', 33, '<b33>(?:AIoT|\\+ASb|\\+AEh|\\+ARm)<b5,6>='),
  azureKey('AzFu', 44, '<w44>AzFu<w5>[AQgw]=='),
  azureKey('AzCa', 33, '<a33>AzCa[A-P]<a5>='),
  azureKey('AzSe', 42, '<a42>AzSe[A-D]<a5>'),
  azureKey('+ACR', 42, '<b42>\\+ACR[A-D]<b5>'),
  { id: 'hashicorp_token', marks: '.atlasv1.', behind: [14, 14], shape: '<a14>\\.atlasv1\\.<e60,70>' },
  {
    id: 'maxmind_key',
    marks: '_mmk',
    behind: [36, 36],
    shape: '<a6>_<a29>_mmk',
    options: { entropy: 3 },
  },
  { id: 'mailchimp_key', marks: '-us', behind: [32, 32], shape: '<x32>-us\\d{1,2}', options: { entropy: 2.8 } },
  {
    id: 'telegram_bot_token',
    marks: ':A',
    behind: [5, 16],
    run: /\d/,
    shape: '<d5,16>:A<w34>',
    options: { entropy: 3.2 },
  },
  {
    id: 'facebook_token',
    marks: '| %',
    behind: [15, 16],
    run: /\d/,
    shape: '<d15,16>[|%]<w27,40>',
    options: { entropy: 3.4 },
  },
  {
    id: 'asana_token',
    marks: ':',
    behind: [18, 36],
    run: /[\d/]/,
    shape: '[12]/\\d{16,17}(?:/\\d{16,17})?:<x32>',
    options: { entropy: 2.8 },
  },
];

function azureKey(marks: string, behind: number, shape: string): InnerRow {
  return { id: 'azure_service_key', marks, behind: [behind, behind], shape, options: { entropy: 4 } };
}

/** Triggers of the tokens with a mark inside them. */
export const innerTriggers: readonly Trigger[] = rows.flatMap(
  ({ id, marks, behind: [min, max], run, shape, options = {} }) => {
    const pattern = compileShape(shape);
    return marks.split(' ').map(
      (mark): Trigger => ({
        keyword: mark,
        probe({ text, found }, at) {
          if (!text.startsWith(mark, at)) return;
          const start = run === undefined ? at - max : runStart(text, at, max, run);
          if (start < 0 || at - start < min || (run === undefined && isInsideWord(text, start))) return;
          pattern.lastIndex = start;
          if (!pattern.test(text)) return;
          const finding = judgeToken({ id, text, start, bodyStart: start, end: pattern.lastIndex, options });
          if (finding !== undefined) found.push(finding);
        },
      }),
    );
  },
);

/** Finds the start of the run of characters before a place, looking back no further than a bound. */
function runStart(text: string, at: number, max: number, run: RegExp): number {
  let start = at;
  while (start > 0 && at - start < max && run.test(text[start - 1] ?? '')) start -= 1;
  return start;
}

/** Types that these rules report. */
export const innerTypes: readonly string[] = rows.map(({ id }) => id);
