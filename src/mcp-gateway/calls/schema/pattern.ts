/**
 * Matches foreign patterns against foreign texts without the language's own engine, which takes exponential time on
 * some. Each position of the pattern is tried at most once at each position of the text, within a budget.
 */
import { type ParsedPattern, type PatternNode, parsePattern, type UnitTest } from './pattern-syntax.ts';

/** The remaining steps, shared by all parts of one check. */
export interface Budget {
  steps: number;
}

export interface Pattern {
  /** True if the pattern matches somewhere. Undefined when the budget is used up. */
  test(text: string, budget: Budget): boolean | undefined;
}

type Instruction =
  | { readonly op: 'match' | 'start' | 'end' | 'word_edge' | 'no_word_edge' }
  | { readonly op: 'unit'; readonly test: UnitTest }
  | { readonly op: 'run'; readonly test: UnitTest; readonly least: number; readonly most: number }
  | { op: 'fork'; to: number[] }
  | { readonly op: 'look'; readonly program: Program; readonly isNegative: boolean };
type Program = Instruction[];

const maxInstructions = 4_000;

/** Undefined for an invalid pattern, or one that cannot be checked in bounded time. */
export function compilePattern(source: string): Pattern | undefined {
  const parsed = parsePattern(source);
  const program = parsed === undefined ? undefined : toProgram(parsed);
  if (parsed === undefined || program === undefined) return undefined;
  return {
    test(text, budget) {
      budget.steps -= text.length / 16;
      if (budget.steps < 0) return undefined;
      const units = parsed.isUnicode ? [...text] : text.split('');
      const search = createSearch(program, units, budget);
      for (let start = 0; start <= units.length; start++) {
        const found = search(start);
        if (found !== false) return found;
      }
      return false;
    },
  };
}

function toProgram({ node }: ParsedPattern): Program | undefined {
  const size = { count: 0 };
  const program = compile(node, size);
  return size.count > maxInstructions ? undefined : program;
}

function compile(node: PatternNode, size: { count: number }): Program {
  const program: Program = [];
  emit(node, program, size);
  program.push({ op: 'match' });
  return program;
}

function emit(node: PatternNode, program: Program, size: { count: number }): void {
  size.count += 1;
  // The caller discards an oversized program; the compilation only has to end.
  if (size.count > maxInstructions) return;
  switch (node.kind) {
    case 'empty':
      return;
    case 'unit':
      program.push({ op: 'unit', test: node.test });
      return;
    case 'sequence':
      for (const part of node.parts) emit(part, program, size);
      return;
    case 'choice':
      emitChoice(node.parts, program, size);
      return;
    case 'repeat':
      emitRepeat(node, program, size);
      return;
    case 'look':
      program.push({ op: 'look', program: compile(node.part, size), isNegative: node.isNegative });
      return;
    default:
      program.push({ op: node.kind });
  }
}

function emitChoice(parts: readonly PatternNode[], program: Program, size: { count: number }): void {
  const fork: Instruction = { op: 'fork', to: [] };
  const ends: { op: 'fork'; to: number[] }[] = [];
  program.push(fork);
  for (const part of parts) {
    fork.to.push(program.length);
    emit(part, program, size);
    const end: Instruction = { op: 'fork', to: [] };
    program.push(end);
    ends.push(end);
  }
  for (const end of ends) end.to.push(program.length);
}

function emitRepeat(node: PatternNode & { kind: 'repeat' }, program: Program, size: { count: number }): void {
  const { part, least, most } = node;
  if (part.kind === 'unit') {
    program.push({ op: 'run', test: part.test, least, most });
    return;
  }
  for (let count = 0; count < least && size.count <= maxInstructions; count++) emit(part, program, size);
  if (most === Number.POSITIVE_INFINITY) {
    const fork: Instruction = { op: 'fork', to: [program.length + 1] };
    const from = program.length;
    program.push(fork);
    emit(part, program, size);
    program.push({ op: 'fork', to: [from] });
    fork.to.push(program.length);
    return;
  }
  const skips: { op: 'fork'; to: number[] }[] = [];
  for (let count = least; count < most && size.count <= maxInstructions; count++) {
    const fork: Instruction = { op: 'fork', to: [program.length + 1] };
    program.push(fork);
    skips.push(fork);
    emit(part, program, size);
  }
  for (const skip of skips) skip.to.push(program.length);
}

/** Searches from one position. A state that was tried from any start is not tried again. */
function createSearch(program: Program, units: readonly string[], budget: Budget) {
  const tried = new Set<number>();
  const width = units.length + 1;
  const looks = new Map<Instruction, (start: number) => boolean | undefined>();

  const looksAhead = (instruction: Instruction & { op: 'look' }, at: number): boolean | undefined => {
    const search = looks.get(instruction) ?? createSearch(instruction.program, units, budget);
    looks.set(instruction, search);
    const found = search(at);
    return found === undefined ? undefined : found !== instruction.isNegative;
  };

  return (start: number): boolean | undefined => {
    const open: number[] = [start];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (tried.has(next)) continue;
      tried.add(next);
      budget.steps -= 1;
      if (budget.steps < 0) return undefined;
      const [pc, at] = [Math.floor(next / width), next % width];
      const instruction = program[pc];
      if (instruction === undefined) continue;
      const on = (to: number, place: number) => open.push(to * width + place);
      switch (instruction.op) {
        case 'match':
          // States on a successful path are no failures: a lookahead visits them again from its next start.
          tried.clear();
          return true;
        case 'unit':
          if (at < units.length && instruction.test(units[at] ?? '')) on(pc + 1, at + 1);
          break;
        case 'run':
          pushRun(instruction, units, at, budget, (place) => on(pc + 1, place));
          break;
        case 'fork':
          for (let index = instruction.to.length - 1; index >= 0; index--) on(instruction.to[index] ?? 0, at);
          break;
        case 'look': {
          const isThere = looksAhead(instruction, at);
          if (isThere === undefined) return undefined;
          if (isThere) on(pc + 1, at);
          break;
        }
        default:
          if (holds(instruction.op, units, at)) on(pc + 1, at);
      }
    }
    return budget.steps < 0 ? undefined : false;
  };
}

/** Pushes every position where a run may end; the longest is tried first. */
function pushRun(
  { test, least, most }: Instruction & { op: 'run' },
  units: readonly string[],
  at: number,
  budget: Budget,
  push: (place: number) => void,
): void {
  for (let length = 0; length <= most; length++) {
    budget.steps -= 1;
    if (budget.steps < 0) return;
    if (length >= least) push(at + length);
    if (at + length >= units.length || !test(units[at + length] ?? '')) return;
  }
}

const word = /^\w$/;

function holds(edge: 'start' | 'end' | 'word_edge' | 'no_word_edge', units: readonly string[], at: number): boolean {
  if (edge === 'start') return at === 0;
  if (edge === 'end') return at === units.length;
  const isEdge = word.test(units[at - 1] ?? '') !== word.test(units[at] ?? '');
  return isEdge === (edge === 'word_edge');
}
