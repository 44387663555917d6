/** Methods for an operator's banned substrings and regular expressions. */
import { AuditorFailure, method, setting } from '@assay/sdk';
import { compilePattern, type LinearPattern, PatternError } from '@assay/sdk/patterns';
import { listJudgedTexts } from '../judged-texts.ts';
import { defaultBannedSubstrings, findBanned } from './substrings.ts';

const maxSpans = 256;

/** Banned substrings. */
export const substrings = method({
  name: 'substrings',
  produces: {
    banned_substring: { type: 'boolean', description: 'True if the text contains a banned substring' },
    banned_substrings_matched: { type: 'string_list', description: 'The configured entries that the text contains' },
  },
  phases: ['request'],
  settings: {
    ban_substrings: setting.stringList({
      label: 'Banned substrings',
      description: 'Texts that the default policy refuses in a request, in any case and spelling of look-alike letters',
      default: defaultBannedSubstrings,
      stricter: 'more',
    }),
  },
  run(input, { settings }) {
    const found = listJudgedTexts(input).flatMap(({ text: judged, place }) =>
      findBanned(judged, settings.ban_substrings).map((match) => ({ ...match, ...place })),
    );
    // Entries are identified by number: otherwise the detail would repeat the prompt.
    const spans = found.map(({ entry, ...span }) => ({
      ...span,
      type: `banned.${settings.ban_substrings.indexOf(entry)}`,
      score: 1,
    }));
    return [
      { name: 'banned_substring', value: found.length > 0, detail: { spans: spans.slice(0, maxSpans) } },
      { name: 'banned_substrings_matched', value: [...new Set(found.map(({ entry }) => entry))] },
    ];
  },
});

/** Banned patterns. */
export const patterns = method({
  name: 'patterns',
  produces: { regex_matched: { type: 'boolean', description: 'True if one of the banned patterns matches' } },
  phases: ['request'],
  settings: {
    ban_patterns: setting.stringList({
      label: 'Banned patterns',
      description: 'Regular expressions without look-around or back-references; a leading (?i) ignores case',
      default: [],
      stricter: 'more',
    }),
  },
  run(input, { settings }) {
    const compiled = compileAll(settings.ban_patterns);
    const texts = listJudgedTexts(input);
    const matched = compiled.flatMap((pattern, index) =>
      texts.some((judged) => pattern.test(judged.text)) ? [`pattern.${index}`] : [],
    );
    return [{ name: 'regex_matched', value: matched.length > 0, detail: { patterns: matched } }];
  },
});

const maxPatterns = 64;
const compiledLists = new WeakMap<readonly string[], readonly LinearPattern[]>();

/** Compiles the patterns of a setting, once for each list. */
function compileAll(sources: readonly string[]): readonly LinearPattern[] {
  const known = compiledLists.get(sources);
  if (known !== undefined) return known;
  if (sources.length > maxPatterns) {
    throw new AuditorFailure(
      'INVALID_SETTING',
      `ban_patterns of claim regex_matched must have at most ${maxPatterns} patterns`,
    );
  }
  const compiled = sources.map((source, index) => {
    try {
      return compilePattern(source, 'plain');
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      const message = `ban_patterns[${index}] of claim regex_matched is not accepted: ${error.message}`;
      throw new AuditorFailure('INVALID_SETTING', message, { cause: error });
    }
  });
  compiledLists.set(sources, compiled);
  return compiled;
}
