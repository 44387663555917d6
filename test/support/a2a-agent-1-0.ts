/** An A2A 1.0 agent on loopback over the official SDK. What it does is said by the first word of the message. */
import { randomUUID } from 'node:crypto';
import { AgentCard, Message, Task, TaskArtifactUpdateEvent, TaskStatusUpdateEvent } from '@a2a-js/sdk';
import {
  AgentEvent,
  type AgentExecutor,
  DefaultPushNotificationSender,
  DefaultRequestHandler,
  type ExecutionEventBus,
  InMemoryPushNotificationStore,
  InMemoryTaskStore,
  JsonRpcTransportHandler,
  type RequestContext,
  ServerCallContext,
} from '@a2a-js/sdk/server';
import { type A2aAgent, says, serveA2a, toWords } from './a2a-server.ts';

export type NewA2aAgent = A2aAgent<Readonly<Record<string, unknown>>>;

/** @param change members of its card */
export function startNewA2aAgent(change: object = {}): Promise<NewA2aAgent> {
  return serveA2a(
    (url) => ({ ...aCard(url), ...change }),
    ({ card }) => {
      const executor = createExecutor();
      const pushes = new InMemoryPushNotificationStore();
      const handler = new DefaultRequestHandler(
        AgentCard.fromJSON(card),
        new InMemoryTaskStore(),
        executor,
        undefined,
        pushes,
        new DefaultPushNotificationSender(pushes),
      );
      const transport = new JsonRpcTransportHandler(handler);
      return (text) => transport.handle(text, new ServerCallContext({ requestedVersion: '1.0' }));
    },
  );
}

const aCard = (url: string) => ({
  name: 'Travel desk',
  description: 'Plans journeys',
  version: '2.0.0',
  supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: { streaming: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'plan', name: 'Plan', description: 'Plans a journey', tags: ['travel'] }],
});

function createExecutor(): AgentExecutor {
  const cancelled = new Map<string, () => void>();
  return {
    async execute(asked: RequestContext, bus: ExecutionEventBus) {
      const { content } = asked.userMessage.parts[0] ?? {};
      const text = content?.$case === 'text' ? content.value : '';
      const [word, ...rest] = text.split(' ');
      if (word === 'long') publishTask(bus, asked, 'TASK_STATE_WORKING');
      else if (word !== 'steps') bus.publish(AgentEvent.message(aMessage(asked, toWords(text))));
      else {
        publishTask(bus, asked, 'TASK_STATE_SUBMITTED');
        publishStatus(bus, asked, 'TASK_STATE_WORKING', 'Step one');
        if (rest[0] === 'attack') {
          const isCancelled = new Promise<void>((resolve) => cancelled.set(asked.taskId, resolve));
          publishStatus(bus, asked, 'TASK_STATE_WORKING', says.attack);
          return isCancelled;
        }
        publishArtifact(bus, asked, { text: 'By train, ', append: false });
        publishArtifact(bus, asked, { text: rest[0] === 'secret' ? says.secret : 'then on foot.', append: true });
        publishStatus(bus, asked, 'TASK_STATE_COMPLETED');
      }
      bus.finished();
    },
    async cancelTask(taskId, bus) {
      publishStatus(bus, { taskId, contextId: taskId }, 'TASK_STATE_CANCELED');
      bus.finished();
      cancelled.get(taskId)?.();
    },
  };
}

type Place = Pick<RequestContext, 'taskId' | 'contextId'>;

function publishTask(bus: ExecutionEventBus, { taskId, contextId, userMessage }: RequestContext, state: string): void {
  const history = [Message.toJSON(userMessage)];
  bus.publish(AgentEvent.task(Task.fromJSON({ id: taskId, contextId, status: { state }, history })));
}

function publishStatus(bus: ExecutionEventBus, place: Place, state: string, text?: string): void {
  const { taskId, contextId } = place;
  const message = text === undefined ? {} : { message: Message.toJSON(aMessage(place, text)) };
  const update = TaskStatusUpdateEvent.fromJSON({ taskId, contextId, status: { state, ...message } });
  bus.publish(AgentEvent.statusUpdate(update));
}

function publishArtifact(
  bus: ExecutionEventBus,
  { taskId, contextId }: Place,
  { text, append }: { text: string; append: boolean },
): void {
  const artifact = { artifactId: 'plan', parts: [{ text }] };
  const update = TaskArtifactUpdateEvent.fromJSON({ taskId, contextId, artifact, append, lastChunk: append });
  bus.publish(AgentEvent.artifactUpdate(update));
}

function aMessage({ contextId, taskId }: Place, text: string): Message {
  return Message.fromJSON({ messageId: randomUUID(), role: 'ROLE_AGENT', contextId, taskId, parts: [{ text }] });
}
