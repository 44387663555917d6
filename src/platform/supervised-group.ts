/** Runs several programs together: each is started again when it ends, and all end together. */
import { type ProgramCommand, type SupervisedOptions, superviseProcess } from './supervised-process.ts';

export interface NamedProgram extends ProgramCommand {
  /** Shown in messages. */
  readonly name: string;
}

export interface GroupDeps
  extends Pick<SupervisedOptions, 'after' | 'monotonicMs' | 'pauseMs' | 'steadyMs' | 'graceMs'> {
  /** Called with a line of a program, without its end. */
  readonly onLine: (name: string, line: string) => void;
  /** Called when a program ended by itself, with the time until it is started again. */
  readonly onEnd: (name: string, why: string, pauseMs: number) => void;
  readonly signal: AbortSignal;
}

const maxLineChars = 4_096;

/** Runs until the signal; settles when every program is gone. @throws the error of one that cannot be started at all */
export async function superviseGroup(programs: readonly NamedProgram[], deps: GroupDeps): Promise<void> {
  const { onLine, onEnd, signal, ...timing } = deps;
  let end = () => {};
  let fail: (error: Error) => void = () => {};
  const over = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  const running = programs.map(({ name, ...program }) => {
    const lines = { stdout: toLines((line) => onLine(name, line)), stderr: toLines((line) => onLine(name, line)) };
    return superviseProcess({
      ...timing,
      program,
      onOutput: (stream, text) => lines[stream].add(text),
      onEnd({ why, pauseMs, startError }) {
        for (const { flush } of Object.values(lines)) flush();
        if (startError === undefined) onEnd(name, why, pauseMs);
        else fail(startError);
      },
    });
  });
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  try {
    await over;
  } finally {
    signal.removeEventListener('abort', end);
    await Promise.all(running.map((one) => one.end()));
  }
}

/** Cuts text into lines of bounded length. */
function toLines(onLine: (line: string) => void) {
  let held = '';
  return {
    add(text: string): void {
      const lines = `${held}${text}`.split('\n');
      held = (lines.pop() ?? '').slice(-maxLineChars);
      for (const line of lines) onLine(line.slice(0, maxLineChars));
    },
    flush(): void {
      if (held !== '') onLine(held);
      held = '';
    },
  };
}
