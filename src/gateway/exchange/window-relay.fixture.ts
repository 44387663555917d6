/** A relay of chat completion frames for tests: it records the order of reads, judgements and writes. */
import type { StreamWindow } from '../proxy/api.ts';
import { openAiChat } from '../proxy/openai-chat/api.ts';
import type { WindowOutcome } from './window-judge.ts';
import { type Relayed, relayWindows } from './window-relay.ts';

export const doneFrame = 'data: [DONE]\n\n';

/** A chunk with this text. Without an id there is nothing to audit before it. */
export function aFrame(content: string, finish: string | null = null, index = 0): string {
  const delta = content === '' ? {} : { content };
  return `data: ${JSON.stringify({ choices: [{ index, delta, finish_reason: finish }] })}\n\n`;
}

export interface TestRelay {
  readonly steps: string[];
  readonly sent: string[];
  run(): Promise<Relayed>;
}

/** Every frame is a separate read. `leavesAt`: the client disconnects while this window is judged. */
export function aRelay(
  frames: readonly string[],
  options: { denies?: (text: string) => boolean; leavesAt?: (text: string) => boolean } = {},
): TestRelay {
  const { stream } = openAiChat;
  if (stream === null) throw new Error('chat completions stream');
  const steps: string[] = [];
  const sent: string[] = [];
  let isGone = false;

  async function* body(): AsyncGenerator<Uint8Array> {
    for (const [index, frame] of frames.entries()) {
      steps.push(`read ${index}`);
      yield Buffer.from(frame);
    }
  }
  const judge = async ({ text, overlap }: StreamWindow): Promise<WindowOutcome> => {
    await nextTurn();
    steps.push(`judge ${text}`);
    isGone ||= options.leavesAt?.(text) ?? false;
    const isDenied = options.denies?.(text) ?? false;
    return {
      passed: !isDenied,
      decision: isDenied ? 'deny' : 'allow',
      judged: [],
      spans: [],
      fresh: text.slice(overlap),
      isRedacted: false,
    };
  };
  const write = async (written: readonly string[]): Promise<void> => {
    if (written.length === 0) return;
    await nextTurn();
    steps.push('write');
    sent.push(...written);
  };
  return {
    steps,
    sent,
    run: () =>
      relayWindows(body(), {
        decoder: stream.createDecoder(),
        releaser: stream.createWindowReleaser(),
        judge,
        write,
        isGone: () => isGone,
      }),
  };
}

/** Waits long enough for everything that does not wait to overtake. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
