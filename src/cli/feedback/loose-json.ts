/** Reads JSON of unknown shape: absent parts are `undefined`. */
import { isRecord } from '@assay/sdk/contract';

export const looseJson = {
  /** Text that is no JSON becomes `undefined`. */
  parse(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch (error) {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  },
  /** The member of an object. */
  member: (value: unknown, name: string): unknown =>
    isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined,
  /** The items of a list; anything else has none. */
  list: (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []),
  text: (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined),
} as const;
