/** The door of the writer: bounds what waits for the disk, in receipts and in bytes. */
import type { Submission } from './batch.ts';
import { ReceiptError } from './receipt-error.ts';
import type { AppendedReceipt, Waiting } from './run-signer.ts';

export interface Admission {
  /** Hands on what may wait, until it is settled. @throws ReceiptError `overloaded`. */
  admit(submission: Submission, accept: (waiting: Waiting) => void): Promise<AppendedReceipt>;
}

/** Opens a door with these bounds; one receipt alone may be larger than the bound in bytes. */
export function createAdmission({ maxQueue, maxQueueBytes }: { maxQueue: number; maxQueueBytes: number }): Admission {
  let count = 0;
  let bytes = 0;
  return {
    admit(submission, accept) {
      const size = submission.attachment?.length ?? 0;
      if (count >= maxQueue || (count > 0 && bytes + size > maxQueueBytes)) {
        return Promise.reject(new ReceiptError('overloaded', 'too many receipts wait to be written'));
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
          ...submission,
        });
      });
    },
  };
}
