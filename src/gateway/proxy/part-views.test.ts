import { describe, expect, it } from 'vitest';
import { anthropicMessages } from './anthropic-messages/api.ts';
import type { ProxyApi, RedactionSpan } from './api.ts';
import { openAiChat } from './openai-chat/api.ts';
import { openAiResponses } from './openai-responses/api.ts';

const secret = 'AKIAZ7Q5Y3WX2M6T4KLP';
const toEscapes = (text: string) =>
  [...text].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const textBlocks = (texts: readonly string[]) => texts.map((text) => ({ type: 'text', text }));
const asked = (content: unknown) => ({ model: 'm', max_tokens: 5, messages: [{ role: 'user', content }] });

function readRequest(api: ProxyApi, body: unknown) {
  const parsed = api.parseRequest(body);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.request;
}

/** Redacts the secret wherever it is shown in the input. */
function redactInput(api: ProxyApi, body: unknown) {
  const { input, parts } = readRequest(api, body);
  const spans: RedactionSpan[] = [];
  for (let start = input.indexOf(secret); start >= 0; start = input.indexOf(secret, start + 1)) {
    spans.push({ start, end: start + secret.length, type: 'KEY' });
  }
  return api.redactRequest(body, parts, spans);
}

describe.each([openAiChat, anthropicMessages])('$name', (api) => {
  it.each([
    ['two', [`The key is ${secret.slice(0, 9)}`, `${secret.slice(9)} and no other.`]],
    ['one letter each of', ['Key: ', ...secret]],
    ['long', [`${'It rains. '.repeat(40)}${secret.slice(0, 4)}`, `${secret.slice(4)}${' It rains.'.repeat(40)}`]],
  ])('shows %s texts of a list joined, and redacts in each of them', (_name, texts) => {
    const body = asked(textBlocks(texts));
    expect(readRequest(api, body).input).toContain(secret);
    const redacted = redactInput(api, body);
    if (!redacted.ok) throw new Error(redacted.reason);
    expect(readRequest(api, redacted.body).input).not.toContain(secret);
    expect(JSON.stringify(redacted.body)).not.toContain(secret.slice(9));
  });

  it('shows a number that continues after a blank in the next text', () => {
    expect(readRequest(api, asked(textBlocks(['4539 5787 ', '6362 1486']))).input).toContain('4539 5787 6362 1486');
  });

  it('shows nothing twice when texts end with a sentence or a line', () => {
    expect(readRequest(api, asked(textBlocks(['Who is Ann?', 'Tell me!', 'Now\n', 'or never']))).input).toBe(
      'Who is Ann?\n\nTell me!\n\nNow\n\n\nor never',
    );
  });

  it.each([
    ['escapes', toEscapes(secret)],
    ['escapes of escapes', JSON.stringify(`{"key":"${toEscapes(secret)}"}`)],
    ['one escape', `A${toEscapes('K')}${secret.slice(2)}`],
  ])('shows the decoded form of %s in a text, and redacts it in place', (_name, text) => {
    const body = asked(`Use ${text} now, Ann.`);
    expect(readRequest(api, body).input).toContain(secret);
    const redacted = redactInput(api, body);
    if (!redacted.ok) throw new Error(redacted.reason);
    expect(readRequest(api, redacted.body).input).not.toContain(secret);
    expect(JSON.stringify(redacted.body)).toMatch(/Use .*\[REDACTED:KEY\].* now, Ann\./);
  });
});

it("shows escapes in a call's arguments inside a JSON string", () => {
  const args = JSON.stringify({ text: JSON.stringify({ key: 'x' }).replace('x', toEscapes(secret)) });
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: args } };
  const message = { role: 'assistant', content: null, tool_calls: [call] };
  const parsed = openAiChat.parseResponse({ choices: [{ index: 0, message, finish_reason: 'tool_calls' }] });
  expect(parsed.ok && parsed.response.output).toContain(secret);
});

it('shows blocks of an answer joined', () => {
  const content = textBlocks([secret.slice(0, 9), secret.slice(9)]);
  const parsed = anthropicMessages.parseResponse({ type: 'message', role: 'assistant', content });
  expect(parsed.ok && parsed.response.output).toContain(secret);
});

it('shows the messages of a response joined, as its client joins them, and reasoning apart', () => {
  const message = (text: string, type = 'message') => ({ type, content: [{ type: 'output_text', text }] });
  const thought = message('Well', 'reasoning');
  const parsed = openAiResponses.parseResponse({
    output: [message(secret.slice(0, 9)), thought, message(secret.slice(9))],
  });
  expect(parsed.ok && parsed.response.output).toContain(secret);
});
