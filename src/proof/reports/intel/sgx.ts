/** Checks a quote of Intel SGX, version 3, 4 or 5. */
import type { VerifyReport } from '../input.ts';
import { verifyQuote } from './verify-quote.ts';

/** An SGX quote has no tail. */
export const verifySgx: VerifyReport = (input) => verifyQuote('sgx', input);
