import { describe, expect, it } from 'vitest';
import { anthropicMessages } from './anthropic-messages/api.ts';
import { type RichBody, readBody } from './canary.fixture.ts';
import { openAiChat } from './openai-chat/api.ts';
import { openAiEmbeddings } from './openai-embeddings/api.ts';

const word = 'NEEDLE';
/** A key of 20 letters, and bytes that are no text. */
const key = 'AKIAIOSFODNN7EXAMPLE';
const bytes = Buffer.from(Array.from({ length: 96 }, (_, at) => (at * 89) % 256)).toString('base64');
const hidden = Buffer.from(`${word} ${'is hidden in the bytes. '.repeat(5)}`).toString('base64');

const chatPart = (part: object) => read(openAiChat, 'request', { messages: [{ role: 'user', content: [part] }] });
const block = (part: object) => read(anthropicMessages, 'request', { messages: [{ role: 'user', content: [part] }] });
const answered = (part: object) => read(anthropicMessages, 'response', { content: [part] });
const choice = (more: object) =>
  read(openAiChat, 'response', { choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, ...more }] });
const vector = (embedding: unknown) => read(openAiEmbeddings, 'response', { data: [{ embedding, index: 0 }] });

function read(api: RichBody['api'], phase: RichBody['phase'], body: object) {
  return readBody({ name: '', api, phase, body }, { model: 'm', ...body });
}

describe('text in a non-text place is read', () => {
  it.each([
    [
      'the caption of an image',
      chatPart({ type: 'image_url', image_url: { url: 'https://a.example/x.png' }, caption: word }),
    ],
    [
      'the alternative text of an image',
      chatPart({ type: 'image_url', image_url: { url: 'https://a.example', alt: word } }),
    ],
    ['the address of an image', chatPart({ type: 'image_url', image_url: { url: `https://a.example/?q=${word}` } })],
    [
      'an image that is a text in base64',
      chatPart({ type: 'image_url', image_url: { url: `data:image/png;base64,${hidden}` } }),
    ],
    ['a member of a sound', chatPart({ type: 'input_audio', input_audio: { data: bytes, format: word } })],
    ['the name of a file', chatPart({ type: 'file', file: { file_id: 'file-1', filename: `${word}.pdf` } })],
    ['a part of an unknown kind', chatPart({ type: 'hologram', layers: [{ says: word }] })],
    ['the kind of a part', chatPart({ type: word })],
    ['an unknown member of a text', chatPart({ type: 'text', text: 'x', note: word })],
    ['the source of an image', block({ type: 'image', source: { type: 'url', url: `https://a.example/${word}` } })],
    ['a member beside an image', block({ type: 'image', source: { type: 'base64', data: bytes }, alt: word })],
    ['a block of an unknown kind', block({ type: 'hologram', layers: [{ says: word }] })],
    ['a redacted thought', answered({ type: 'redacted_thinking', data: word })],
    ['a redacted thought that is a text in base64', answered({ type: 'redacted_thinking', data: hidden })],
    ['a signature', answered({ type: 'thinking', thinking: 'Well.', signature: word })],
    ['a signature that is a text in base64', answered({ type: 'thinking', thinking: 'Well.', signature: hidden })],
    ['an answered block of an unknown kind', answered({ type: 'hologram', layers: [{ says: word }] })],
    ['a log-probability', choice({ logprobs: { content: [{ token: word, logprob: -1, bytes: null }] } })],
    [
      'the bytes of a log-probability',
      choice({ logprobs: { content: [{ token: '', bytes: [...Buffer.from(word)] }] } }),
    ],
    ['an unknown member of log-probabilities', choice({ logprobs: { notes: word } })],
    [
      'the alternatives of a log-probability',
      choice({ logprobs: { content: [{ token: 'Hi', top_logprobs: [{ token: word }] }] } }),
    ],
    ['an embedding', vector(word)],
    ['a coordinate', vector([0.1, word])],
    ['an answer that is a ping', read(anthropicMessages, 'response', { content: [], type: word })],
  ])('%s', (_name, seen) => {
    expect(seen?.text).toContain(word);
  });

  it.each([
    ['a key of letters that are numbers too', vector(key.slice(0, 16)), key.slice(0, 16)],
    ['a number that is no coordinate', vector([0.1, 4_111_111_111_111_111]), '4111111111111111'],
    [
      'a number that is no probability',
      choice({ logprobs: { content: [{ token: 'Hi', logprob: 4_111_111_111_111_111 }] } }),
      '4111111111111111',
    ],
  ])('%s', (_name, seen, text) => {
    expect(seen?.text).toContain(text);
  });
});

describe('parts that no auditor can read are named for policies', () => {
  it.each([
    ['image', chatPart({ type: 'image_url', image_url: { url: `data:image/png;base64,${bytes}` } })],
    ['audio', chatPart({ type: 'input_audio', input_audio: { data: bytes, format: 'wav' } })],
    ['video', chatPart({ type: 'video_url', video_url: { url: 'https://a.example/x.mp4' } })],
    ['file', chatPart({ type: 'file', file: { file_id: 'file-1' } })],
    ['embeddings', chatPart({ type: 'image_embeds', image_embeds: bytes })],
    ['unknown', chatPart({ type: 'hologram' })],
    ['tokens', read(openAiEmbeddings, 'request', { input: [1, 2, 3] })],
    ['image', block({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: bytes } })],
    ['file', block({ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: bytes } })],
    ['unknown', block({ type: 'hologram' })],
    ['encrypted', answered({ type: 'redacted_thinking', data: bytes })],
    ['encrypted', answered({ type: 'thinking', thinking: 'Well.', signature: bytes })],
    ['unknown', answered({ type: 'hologram' })],
    ['audio', choice({ message: { content: null, audio: { id: 'a', data: bytes, transcript: 'Hi' } } })],
  ])('%s', (kind, seen) => {
    expect(seen?.uninspected.map((one) => one.split(' ')[0])).toEqual([kind]);
  });
});
