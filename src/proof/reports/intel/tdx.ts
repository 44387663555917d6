/** Checks a quote of Intel TDX, version 4 or 5. */
import type { VerifyReport } from '../input.ts';
import { verifyQuote } from './verify-quote.ts';

/** Zeros after the quote are cut off: guests get a buffer of fixed size. */
export const verifyTdx: VerifyReport = (input) => verifyQuote('tdx', input);
