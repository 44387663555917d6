/** Runs a program over a text once, all of its ways in step. */
import type { Program, State } from './program.ts';
import type { EdgeKind } from './syntax.ts';

export interface Scan {
  readonly text: string;
  /** Reads code points; else UTF-16 units. */
  readonly isUnicode: boolean;
  readonly isBackward: boolean;
  /** How many states may still be entered; below zero the scan stops. */
  readonly left: { entries: number };
  readonly looksAhead: (program: Program, at: number) => boolean;
  /** Hears of each position at which a match ends; true stops the scan. */
  readonly found: (at: number) => boolean;
}

/** A match may begin at every position. */
export function scan(program: Program, options: Scan): void {
  const { text, isUnicode, isBackward, left, found } = options;
  const { states, start } = program;
  const runs = states.map((state) => (state.kind === 'run' ? createRun(state) : undefined));
  /** The tick at which a state was last entered: each is entered once a tick. */
  const entered = new Int32Array(states.length).fill(-1);
  let live: number[] = [];
  const open: number[] = [];
  let at = isBackward ? text.length : 0;

  /** Enters a state and all that follow without reading; true if a match is reached. */
  const enter = (from: number, tick: number): boolean => {
    let isMatch = false;
    open.push(from);
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      if (entered[index] === tick) continue;
      entered[index] = tick;
      left.entries -= 1;
      const state = states[index];
      if (state === undefined) throw new Error('a state of a pattern is missing');
      switch (state.kind) {
        case 'match':
          isMatch = true;
          break;
        case 'unit':
          live.push(index);
          break;
        case 'run': {
          const run = runs[index];
          if (run?.begin(tick) === true) live.push(index);
          if (state.least === 0) open.push(state.next);
          break;
        }
        case 'split':
          open.push(...state.to);
          break;
        case 'look':
          if (options.looksAhead(state.program, at) !== state.isNegative) open.push(state.next);
          break;
        default:
          if (holds(state.kind, text, at)) open.push(state.next);
      }
    }
    return isMatch;
  };

  let seeds: number[] = [];
  for (let tick = 0; left.entries >= 0; tick++) {
    let isMatch = enter(start, tick);
    for (const seed of seeds) isMatch = enter(seed, tick) || isMatch;
    if (isMatch && found(at)) return;
    if (at === (isBackward ? 0 : text.length)) return;
    const unit = isBackward ? unitBefore(text, at, isUnicode) : unitAt(text, at, isUnicode);
    seeds = [];
    const nextLive: number[] = [];
    for (const index of live) {
      const state = states[index];
      left.entries -= 1;
      if (state?.kind === 'unit' && state.test(unit)) seeds.push(state.next);
      if (state?.kind !== 'run') continue;
      const run = runs[index];
      if (run === undefined || !run.read(unit, tick + 1)) continue;
      nextLive.push(index);
      if (run.mayEnd(tick + 1)) seeds.push(state.next);
    }
    live = nextLive;
    const length = unit > 0xffff ? 2 : 1;
    at += isBackward ? -length : length;
  }
}

/** The repetitions of one unit that are under way, by the ticks at which they began, the oldest first. */
function createRun({ test, least, most }: State & { kind: 'run' }) {
  let begun: number[] = [];
  let first = 0;
  return {
    /** True if none was under way. Without an upper bound, the oldest stands for all. */
    begin(tick: number): boolean {
      const isFirst = first === begun.length;
      if (isFirst || most !== Number.POSITIVE_INFINITY) begun.push(tick);
      return isFirst;
    },
    /** Reads one more unit in all of them; false if none is left. */
    read(unit: number, tick: number): boolean {
      if (!test(unit)) {
        begun = [];
        first = 0;
        return false;
      }
      while (first < begun.length && tick - (begun[first] ?? 0) > most) first += 1;
      if (first > 64 && first * 2 > begun.length) {
        begun = begun.slice(first);
        first = 0;
      }
      return first < begun.length;
    },
    mayEnd: (tick: number): boolean => tick - (begun[first] ?? tick) >= least,
  };
}

const unitAt = (text: string, at: number, isUnicode: boolean): number =>
  (isUnicode ? text.codePointAt(at) : text.charCodeAt(at)) ?? 0;

function unitBefore(text: string, at: number, isUnicode: boolean): number {
  const isPair = isUnicode && at > 1 && isHigh(text.charCodeAt(at - 2)) && isLow(text.charCodeAt(at - 1));
  return unitAt(text, isPair ? at - 2 : at - 1, isUnicode);
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

function holds(edge: EdgeKind, text: string, at: number): boolean {
  if (edge === 'start') return at === 0;
  if (edge === 'end') return at === text.length;
  const isEdge = isWord(text.charCodeAt(at - 1)) !== isWord(text.charCodeAt(at));
  return isEdge === (edge === 'word_edge');
}

/** True for ASCII letters, digits and the underscore; false for NaN, beyond the text. */
function isWord(unit: number): boolean {
  return (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || unit === 95 || (unit >= 97 && unit <= 122);
}
