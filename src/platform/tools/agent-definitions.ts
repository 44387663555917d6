/** The methods of an A2A agent in the form of tool definitions. */
import type { A2aVersion, AgentCard } from './agent-interface.ts';

/** Names of the tools that stand for methods of A2A. */
export const agentTools = { send: 'message_send', get: 'tasks_get', cancel: 'tasks_cancel' } as const;

const text = { type: 'string', minLength: 1, maxLength: 512 };

const messages: Readonly<Record<A2aVersion, string>> = {
  '0.3': 'Message of A2A 0.3: kind "message", role "user", messageId, and parts such as {"kind":"text","text":"…"}',
  '1.0': 'Message of A2A 1.0: role "ROLE_USER", messageId, and parts such as {"text":"…"}',
};

/** The methods as tools. The first holds the whole card, so that any change of it is a change of that tool. */
export function toAgentDefinitions(card: AgentCard, version: A2aVersion): readonly unknown[] {
  const { name, description } = card;
  return [
    {
      name: agentTools.send,
      title: `Message to ${String(name)}`,
      description: String(description),
      inputSchema: {
        type: 'object',
        properties: {
          message: { type: 'object', description: messages[version] },
          configuration: { type: 'object' },
          metadata: { type: 'object' },
        },
        required: ['message'],
      },
      agentCard: card,
    },
    {
      name: agentTools.get,
      description: 'Reads a task of this agent by its id',
      inputSchema: {
        type: 'object',
        properties: { id: text, historyLength: { type: 'integer', minimum: 0 } },
        required: ['id'],
      },
    },
    {
      name: agentTools.cancel,
      description: 'Cancels a task of this agent by its id',
      inputSchema: { type: 'object', properties: { id: text }, required: ['id'] },
    },
  ];
}
