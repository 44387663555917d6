/**
 * Types input of people as the body of a request, without a look at it: the verifier checks it and says what is wrong,
 * and words that only a newer verifier knows must pass. Never for answers.
 */
export function checkedByVerifier<T>(input: unknown): T {
  return input as T;
}
