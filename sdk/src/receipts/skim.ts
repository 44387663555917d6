/**
 * Fast mode over many receipts at once: links and form straight from the bytes, one digest for each record, nothing kept
 * but the end. Stops at the first record that it does not know, for the checklist to decide. Needs a digest at once.
 */
import type { ChainState } from './chain-checker.ts';
import { type ReceiptScan, scanReceipt, toReceiptScan, tsLength } from './receipt-scan.ts';
import { recordPrefix } from './record-bytes.ts';

/** Where a record starts in the room of a skimmer. */
export const skimStart = recordPrefix.length;
/** Records that end beyond it are left to the checklist. */
const roomBytes = 4096;

export interface Skimmer {
  /** A record is put here, from `skimStart` on, before it is taken. */
  readonly room: Uint8Array;
  /** Goes on behind a state, until the chain has `limit` records. */
  start(state: ChainState, limit: number): void;
  /** True once there is nothing more to take. */
  isDone(): boolean;
  /** Takes the record that ends there in the room; false, and nothing has changed, when it is not known or does not follow. */
  take(end: number, attachment: Uint8Array | undefined): boolean;
  /** Where it got to. */
  state(): ChainState;
}

export interface SkimDeps {
  readonly sha256Hex: (data: Uint8Array) => string;
  /** Told of each record that was taken, by its hash. */
  readonly onTaken: (hash: string, size: number) => void;
}

/** Makes a skimmer that has nothing to take before it was started. */
export function createSkimmer({ sha256Hex, onTaken }: SkimDeps): Skimmer {
  const room = new Uint8Array(roomBytes);
  new TextEncoder().encodeInto(recordPrefix, room);
  /** Views of the room by where they end: the records of a chain have few lengths. */
  const views: (Uint8Array | undefined)[] = [];
  let from: ChainState | undefined;
  let scan: ReceiptScan | undefined;
  let limit = 0;

  return {
    room,
    start(state, until) {
      const { chainId, epoch, head } = state;
      const isOpen = chainId !== undefined && epoch !== undefined && head !== null;
      if (!isOpen) scan = undefined;
      else if (scan === undefined || from?.epoch !== epoch) scan = toReceiptScan(chainId, epoch.attestation_hash);
      from = state;
      limit = until;
      if (scan === undefined) return;
      scan.seq = state.size;
      scan.head = head ?? '';
      for (let index = 0; index < tsLength; index++) scan.lastTs[index] = state.lastTs.charCodeAt(index);
    },
    isDone: () => scan === undefined || scan.seq >= limit,
    take(end, attachment) {
      if (scan === undefined || !scanReceipt(room, skimStart, end, scan)) return false;
      if (attachment !== undefined && !isHex(room, scan.evidenceAt, sha256Hex(attachment))) return false;
      let view = views[end];
      if (view === undefined) {
        view = room.subarray(0, end);
        views[end] = view;
      }
      scan.head = sha256Hex(view);
      scan.seq += 1;
      for (let index = 0; index < tsLength; index++) scan.lastTs[index] = room[scan.tsAt + index] ?? 0;
      onTaken(scan.head, scan.seq);
      return true;
    },
    state() {
      if (from === undefined) throw new Error('a skimmer that was not started is nowhere');
      if (scan === undefined || scan.seq === from.size) return from;
      return { ...from, size: scan.seq, head: scan.head, lastTs: String.fromCharCode(...scan.lastTs) };
    },
  };
}

function isHex(bytes: Uint8Array, at: number, hex: string): boolean {
  for (let index = 0; index < hex.length; index++) if (bytes[at + index] !== hex.charCodeAt(index)) return false;
  return true;
}
