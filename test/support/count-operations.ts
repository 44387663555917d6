/**
 * Counts the operations of a piece of work, so that its growth can be tested without a clock. Sums three counts: executed blocks
 * of our sources (V8's precise coverage), backtracks of regular expressions, and elements visited by built-in functions that can
 * hide a loop (`indexOf`, `splice`, `concat`, …).
 */
import { Session } from 'node:inspector';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

const root = fileURLToPath(new URL('../../', import.meta.url));
const session = new Session();
session.connect();
// Started at import: V8 counts the blocks only of functions compiled later.
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
setFlagsFromString('--allow-natives-syntax');

/** Makes a regular expression that gives up after its limit of backtracks. */
const makeLimited: unknown = new Function(
  'source',
  'flags',
  'limit',
  'return %NewRegExpWithBacktrackLimit(source, flags, limit)',
);

/** Counts the operations of the work. Runs it once before, so that initialisation does not count. */
export async function countOperations(work: () => unknown): Promise<number> {
  await work();
  const natives = watchNatives();
  takeBlocks();
  try {
    await work();
  } finally {
    natives.stop();
  }
  return takeBlocks() + natives.steps() + natives.searches().reduce((sum, search) => sum + backtracksOf(search), 0);
}

/** Executed blocks of our own sources since the last call. */
function takeBlocks(): number {
  let sum = 0;
  session.post('Profiler.takePreciseCoverage', (error, answer) => {
    if (error !== null) throw error;
    for (const script of answer.result) {
      if (!isOurs(script.url)) continue;
      for (const { ranges } of script.functions) for (const { count } of ranges) sum += count;
    }
  });
  return sum;
}

function isOurs(url: string): boolean {
  const path = url.startsWith('file://') ? fileURLToPath(url) : url;
  return path.startsWith(root) && !path.includes('/node_modules/') && !path.startsWith(`${root}test/`);
}

interface Search {
  readonly source: string;
  readonly flags: string;
  readonly text: string;
}

interface Watch {
  stop(): void;
  steps(): number;
  searches(): readonly Search[];
}

interface Called {
  readonly subject: unknown;
  readonly given: readonly unknown[];
  readonly result: unknown;
}

/** Built-in functions that step through data, and the steps of a call. */
const stepping: readonly (readonly [holder: object, name: string, steps: (called: Called) => number])[] = [
  ...['includes', 'splice', 'shift', 'unshift', 'concat', 'slice', 'join', 'reverse'].map(
    (name) => [Array.prototype, name, ({ subject }: Called) => lengthOf(subject)] as const,
  ),
  ...['split', 'trim', 'toLowerCase', 'normalize'].map(
    (name) => [String.prototype, name, ({ subject }: Called) => lengthOf(subject)] as const,
  ),
  ...[Array.prototype, String.prototype].map((holder) => [holder, 'indexOf', stepsOfSearch] as const),
  [Buffer, 'concat', ({ result }) => lengthOf(result)],
  [JSON, 'parse', ({ given }) => lengthOf(given[0])],
  [JSON, 'stringify', ({ result }) => lengthOf(result)],
];

function lengthOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return ArrayBuffer.isView(value) ? value.byteLength : 1;
}

function stepsOfSearch({ subject, given, result }: Called): number {
  const from = Number(given[1] ?? 0);
  return (typeof result === 'number' && result >= 0 ? result : lengthOf(subject)) - from + 1;
}

/** Counts the calls of built-in functions until it is stopped. */
function watchNatives(): Watch {
  let steps = 0;
  const searches: Search[] = [];
  const undo = stepping.map(([holder, name, stepsOf]) =>
    wrap(holder, name, (original, subject, given) => {
      const result = original();
      steps += stepsOf({ subject, given, result });
      return result;
    }),
  );
  // Every method that takes a regular expression calls `exec` if it was replaced (ECMA-262 22.2.7.1).
  undo.push(
    wrap(RegExp.prototype, 'exec', (original, subject, given) => {
      if (subject instanceof RegExp && typeof given[0] === 'string') {
        const { source, flags, lastIndex } = subject;
        const text = subject.global || subject.sticky ? given[0].substring(lastIndex) : given[0];
        steps += 1;
        if (text.length > shortText) searches[searches.length] = { source, flags, text };
      }
      return original();
    }),
  );
  return {
    stop: () => {
      for (const restore of undo) restore();
    },
    steps: () => steps,
    searches: () => searches,
  };
}

/** A search in a shorter text counts as one step. */
const shortText = 64;

type Wrapper = (original: () => unknown, subject: unknown, given: readonly unknown[]) => unknown;

/** Replaces a built-in function. Returns the restore function. */
function wrap(holder: object, name: string, wrapper: Wrapper): () => void {
  const descriptor = Object.getOwnPropertyDescriptor(holder, name);
  const original: unknown = descriptor?.value;
  if (descriptor === undefined || typeof original !== 'function') throw new Error(`there is no function ${name}`);
  Object.defineProperty(holder, name, {
    ...descriptor,
    value(this: unknown, ...given: unknown[]): unknown {
      return wrapper(() => Reflect.apply(original, this, given), this, given);
    },
  });
  return () => Object.defineProperty(holder, name, descriptor);
}

const maxBacktracks = 2 ** 26;

/** Backtracks of a search, to a hundredth. */
function backtracksOf(search: Search): number {
  let most = 64;
  while (!endsWithin(search, most)) {
    most *= 2;
    if (most > maxBacktracks)
      throw new Error(
        `/${search.source}/ needs more than ${maxBacktracks} backtracks for ${search.text.length} characters`,
      );
  }
  if (most === 64) return most;
  let least = most / 2;
  while (most - least > most / 100 && most - least > 1) {
    const middle = (least + most) >>> 1;
    if (endsWithin(search, middle)) most = middle;
    else least = middle;
  }
  return most;
}

/** Makes the expression match at the end of the text at the latest, so that no match means that it gave up. */
function endsWithin({ source, flags, text }: Search, limit: number): boolean {
  const isSticky = flags.includes('y');
  const always = isSticky ? `(?<![^])(?:${source}|)` : `(?<![^])[^]*?(?:${source}|(?![^]))`;
  if (typeof makeLimited !== 'function') throw new Error('V8 makes no regular expressions with a limit');
  const limited: unknown = makeLimited(always, flags.replace(/[gyd]/g, ''), limit);
  if (!(limited instanceof RegExp)) throw new Error('V8 made no regular expression');
  return limited.test(text);
}
