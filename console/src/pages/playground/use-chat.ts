/** Sends a prompt and follows the answer as it arrives. */
import { ApiError } from '@assay/client';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../api/client.ts';
import { addComment, addEvent, type ChatAnswer, noAnswer, readRefusal } from './chat-answer.ts';

export type ChatStatus = 'idle' | 'running' | 'done' | 'stopped' | 'failed';

export interface ChatState {
  readonly status: ChatStatus;
  readonly answer: ChatAnswer;
  /** What went wrong, unless it is a refusal of the gateway. */
  readonly error: Error | undefined;
}

export interface ChatPrompt {
  readonly agent: string;
  readonly model: string;
  readonly system: string;
  readonly user: string;
}

export interface Chat {
  readonly state: ChatState;
  readonly send: (prompt: ChatPrompt) => void;
  readonly stop: () => void;
}

const idle: ChatState = { status: 'idle', answer: noAnswer, error: undefined };

export function useChat(): Chat {
  const [state, setState] = useState(idle);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (prompt: ChatPrompt, signal: AbortSignal) => {
    let answer = noAnswer;
    const show = (status: ChatStatus, error?: Error) => {
      if (running.current?.signal === signal) setState({ status, answer, error });
    };
    show('running');
    try {
      const { agent, ...rest } = prompt;
      const onComment = (comment: string) => {
        answer = addComment(answer, comment);
      };
      const call = { agent_id: agent, body: toBody(rest) };
      for await (const event of await api.playground.chat(call, { signal, onComment })) {
        answer = addEvent(answer, event);
        show('running');
      }
      show(answer.refusal === undefined ? 'done' : 'failed');
    } catch (error) {
      if (signal.aborted) return show('stopped');
      const refusal = error instanceof ApiError ? readRefusal(error.problem) : undefined;
      if (refusal !== undefined) answer = { ...answer, refusal, evidenceId: refusal.evidenceId };
      show('failed', refusal === undefined ? toError(error) : undefined);
    }
  };

  return {
    state,
    send: (prompt) => {
      running.current?.abort();
      running.current = new AbortController();
      void run(prompt, running.current.signal);
    },
    stop: () => running.current?.abort(),
  };
}

function toBody({ model, system, user }: Omit<ChatPrompt, 'agent'>) {
  const first = system.trim() === '' ? [] : [{ role: 'system', content: system }];
  return { model, stream: true, messages: [...first, { role: 'user', content: user }] };
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
