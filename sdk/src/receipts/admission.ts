/** Bounds the receipts that wait for the disk, in number and bytes. */
import { ReceiptError } from './receipt-error.ts';
import type { AppendedReceipt, Pending, Waiting } from './signing.ts';

export interface Admission<Value> {
  /** Passes a receipt on and counts it until it is settled. @throws ReceiptError `overloaded` */
  admit(pending: Pending<Value>, accept: (waiting: Waiting<Value>) => void): Promise<AppendedReceipt>;
}

export interface AdmissionBounds {
  readonly maxQueue: number;
  readonly maxQueueBytes: number;
}

/** Creates the limit. A single receipt may be larger than the bound in bytes. */
export function createAdmission<Value>({ maxQueue, maxQueueBytes }: AdmissionBounds): Admission<Value> {
  let count = 0;
  let bytes = 0;
  return {
    admit(pending, accept) {
      const size = pending.attachment?.length ?? pending.unsigned?.maxBytes ?? 0;
      if (count >= maxQueue || (count > 0 && bytes + size > maxQueueBytes)) {
        return Promise.reject(new ReceiptError('overloaded', 'too many receipts are waiting to be written'));
      }
      count += 1;
      bytes += size;
      const leave = (): void => {
        count -= 1;
        bytes -= size;
      };
      return new Promise((resolve, reject) => {
        accept({
          resolve: (receipt) => {
            leave();
            resolve(receipt);
          },
          reject: (error) => {
            leave();
            reject(error);
          },
          ...pending,
        });
      });
    },
  };
}
