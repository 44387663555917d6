/** The text of the user in a list of messages, for the built-in model. */
export function lastUserText(list: unknown): string {
  const messages: unknown[] = Array.isArray(list) ? list : [];
  const last = messages.findLast((message) => Reflect.get(Object(message), 'role') === 'user');
  const content: unknown = Reflect.get(Object(last), 'content');
  if (typeof content === 'string') return content;
  const parts: unknown[] = Array.isArray(content) ? content : [];
  return parts
    .map((part) => Reflect.get(Object(part), 'text'))
    .filter((text) => typeof text === 'string')
    .join('\n');
}
