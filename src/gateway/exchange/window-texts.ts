/** The released texts of a stream, as the model wrote them and as the client got them. */
import type { StreamWindow } from '../proxy/api.ts';

export interface WindowTexts {
  /** Adds a released window with its new part as sent. */
  add(window: StreamWindow, sent: string): void;
  /** The end of the text sent in this lane, which precedes its next window for a reader. */
  sentBefore(lane: string): string;
  /** Everything as it came, and as it was sent; lanes are joined by a blank line like the parts of a whole answer. */
  original(): string;
  sent(): string;
  isEmpty(): boolean;
}

interface LaneTexts {
  readonly original: string[];
  readonly sent: string[];
  sentEnd: string;
}

/**
 * Characters of a lane's sent text that are kept; longer than the overlap of a window, because redactions lengthen it.
 */
const sentEndChars = 400;

export function createWindowTexts(): WindowTexts {
  const lanes = new Map<string, LaneTexts>();
  const join = (member: 'original' | 'sent'): string =>
    [...lanes.values()]
      .map((lane) => lane[member].join(''))
      .filter((text) => text !== '')
      .join('\n\n');
  return {
    add({ lane: name, text, overlap }, sent) {
      const lane = lanes.get(name) ?? { original: [], sent: [], sentEnd: '' };
      lanes.set(name, lane);
      lane.original.push(text.slice(overlap));
      lane.sent.push(sent);
      lane.sentEnd = (lane.sentEnd + sent).slice(-sentEndChars);
    },
    sentBefore: (name) => lanes.get(name)?.sentEnd ?? '',
    original: () => join('original'),
    sent: () => join('sent'),
    isEmpty: () => lanes.size === 0,
  };
}
