/** An A2A 0.3 agent on loopback over the official SDK. What it does is said by the first word of the message. */
import { randomUUID } from 'node:crypto';
import type { AgentCard, Message } from 'a2a-sdk-0-3';
import {
  type AgentExecutor,
  DefaultRequestHandler,
  type ExecutionEventBus,
  InMemoryTaskStore,
  JsonRpcTransportHandler,
  type RequestContext,
} from 'a2a-sdk-0-3/server';
import { type A2aAgent, serveA2a, toWords } from './a2a-server.ts';

export type OldA2aAgent = A2aAgent<AgentCard>;

export function startA2aAgent(change: Partial<AgentCard> = {}): Promise<OldA2aAgent> {
  return serveA2a(
    (url) => ({ ...aCard(url), ...change }),
    ({ card }) => {
      const handler = new DefaultRequestHandler(card, new InMemoryTaskStore(), createExecutor());
      const transport = new JsonRpcTransportHandler(handler);
      return (text) => transport.handle(text);
    },
  );
}

const aCard = (url: string): AgentCard => ({
  name: 'Travel desk',
  description: 'Plans journeys',
  protocolVersion: '0.3.0',
  version: '1.0.0',
  url,
  preferredTransport: 'JSONRPC',
  capabilities: { streaming: true, pushNotifications: true },
  defaultInputModes: ['text'],
  defaultOutputModes: ['text'],
  skills: [{ id: 'plan', name: 'Plan', description: 'Plans a journey', tags: ['travel'] }],
});

const timestamp = new Date(0).toISOString();

function createExecutor(): AgentExecutor {
  return {
    async execute({ userMessage, taskId, contextId }: RequestContext, bus: ExecutionEventBus) {
      const [part] = userMessage.parts;
      const text = part?.kind === 'text' ? part.text : '';
      if (text.startsWith('long')) {
        bus.publish({
          kind: 'task',
          id: taskId,
          contextId,
          status: { state: 'working', timestamp },
          history: [userMessage],
        });
      } else if (text.startsWith('steps')) {
        publishSteps(bus, { userMessage, taskId, contextId });
      } else {
        bus.publish(aMessage(contextId, toWords(text)));
      }
      bus.finished();
    },
    async cancelTask(taskId, bus) {
      const status = { state: 'canceled', timestamp } as const;
      bus.publish({ kind: 'status-update', taskId, contextId: taskId, status, final: true });
      bus.finished();
    },
  };
}

type Asked = Pick<RequestContext, 'userMessage' | 'taskId' | 'contextId'>;

function publishSteps(bus: ExecutionEventBus, { userMessage, taskId, contextId }: Asked): void {
  const submitted = { state: 'submitted', timestamp } as const;
  bus.publish({ kind: 'task', id: taskId, contextId, status: submitted, history: [userMessage] });
  const working = { state: 'working', timestamp, message: aMessage(contextId, 'Step one') } as const;
  bus.publish({ kind: 'status-update', taskId, contextId, status: working, final: false });
  for (const [append, text] of [[false, 'By train, '] as const, [true, 'then on foot.'] as const]) {
    const artifact = { artifactId: 'plan', parts: [{ kind: 'text' as const, text }] };
    bus.publish({ kind: 'artifact-update', taskId, contextId, artifact, append, lastChunk: append });
  }
  const completed = { state: 'completed', timestamp } as const;
  bus.publish({ kind: 'status-update', taskId, contextId, status: completed, final: true });
}

function aMessage(contextId: string, text: string): Message {
  return { kind: 'message', messageId: randomUUID(), role: 'agent', contextId, parts: [{ kind: 'text', text }] };
}
