/** Assembles a wrapped server: the judging gateway, the relay, and the process. */
import { randomBytes, randomUUID } from 'node:crypto';
import { createHttpToolJudge } from '../../../clients/tool-judge/http.ts';
import { toPlainText } from '../../../proof/report.ts';
import type { CommandIo } from '../../command.ts';
import type { ParsedArguments } from '../../options.ts';
import { serviceToken, serviceUrl } from '../../service.ts';
import { createRelay } from './relay.ts';
import { serve } from './serve.ts';
import { createToolTexts } from './tool-texts.ts';

export interface Wrapped {
  readonly command: string;
  readonly args: readonly string[];
  readonly server: string;
  readonly agentId: string;
  readonly timeoutMs: number;
}

const maxNote = 1_000;

/** @returns the exit code. @throws UsageError */
export async function wrap(io: CommandIo, args: ParsedArguments, wrapped: Wrapped): Promise<number> {
  const { server, agentId, timeoutMs } = wrapped;
  const token = serviceToken(io.env)?.reveal();
  const judge = createHttpToolJudge({
    url: serviceUrl('gateway', io.env, args),
    ...(token === undefined ? {} : { token }),
  });
  const common = { judge, agentId, server, newTraceparent };
  const judgeTools = createToolTexts({ ...common, clock: io.clock });
  const note = (text: string) => io.stderr.write(`assay: ${toPlainText(text, maxNote)}\n`);
  const sessionId = `wrap-${randomUUID()}`;
  try {
    return await serve(io, {
      command: wrapped.command,
      args: wrapped.args,
      createRelay: (pipes) => createRelay({ ...common, ...pipes, judgeTools, note, sessionId, timeoutMs }),
    });
  } finally {
    await judge.close();
  }
}

function newTraceparent(): string {
  return `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`;
}
