/** The JSON of one server-sent event, parsed and bounded: what both stream aggregations start from. */
import { isDeeperThan, isRecord, type JsonRecord, maxBodyDepth } from './json-tree.ts';

/** The object in an event's data, or undefined if it holds anything else. */
export function parseEventData(data: string): JsonRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  return isRecord(value) && !isDeeperThan(value, maxBodyDepth) ? value : undefined;
}
