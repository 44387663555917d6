/**
 * Fast mode over many receipts at once: links and form directly from the bytes, one digest for each record, and only
 * the end is kept. It stops at the first unrecognised record, for the full check to decide. Needs a synchronous
 * digest.
 */
import type { ChainState } from './chain-checker.ts';
import { type ReceiptScan, scanReceipt, toReceiptScan, tsLength } from './receipt-scan.ts';
import { recordPrefix } from './record-bytes.ts';

/** Start of a record in the room of a skimmer. */
export const skimStart = recordPrefix.length;
/** Records past this size are left to the full check. */
const roomBytes = 4096;

export interface Skimmer {
  /** Buffer for a record, from `skimStart` on, before it is taken. */
  readonly room: Uint8Array;
  /** Continues after a state, until the chain has `limit` records. */
  start(state: ChainState, limit: number): void;
  /** True once nothing more can be taken. */
  isDone(): boolean;
  /** Takes the record that ends there in the room. False, without any change, if it is not recognised or does not follow. */
  take(end: number, attachment: Uint8Array | undefined): boolean;
  /** Gives the current state. */
  state(): ChainState;
}

export interface SkimDeps {
  readonly sha256Hex: (data: Uint8Array) => string;
  /** Called with the hash of each taken record. */
  readonly onTaken: (hash: string, size: number) => void;
}

/** Creates a skimmer; it takes nothing before `start`. */
export function createSkimmer({ sha256Hex, onTaken }: SkimDeps): Skimmer {
  const room = new Uint8Array(roomBytes);
  new TextEncoder().encodeInto(recordPrefix, room);
  /** Cached views of the room by their end: the records of a chain have few lengths. */
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
