/** Methods that count tokens; the tokenizer's large tables are loaded by the first call that must count. */
import { type ClaimDraft, ModelUnavailableError, method, setting } from '@assay/sdk';
import { type CountTokens, countTokens, fitsByBytes } from './tokens.ts';

/** Makes both methods over one tokenizer, loaded once. */
export function createTokenMethods(load: () => Promise<CountTokens>) {
  let loading: Promise<CountTokens> | undefined;
  const getTokenizer = (): Promise<CountTokens> => {
    loading ??= load().catch((cause: unknown) => {
      // The next call tries again.
      loading = undefined;
      throw new ModelUnavailableError('The tokenizer could not be loaded', { cause });
    });
    return loading;
  };

  const tokenCount = method({
    name: 'token_count',
    produces: { token_count: { type: 'count', description: 'Number of tokens in the input (o200k vocabulary)' } },
    phases: ['request'],
    async run({ input }) {
      if (input === '') return [{ name: 'token_count', value: 0, detail: { exact: true, encoding: 'o200k_base' } }];
      const { tokens, exact } = countTokens(input, await getTokenizer());
      return [{ name: 'token_count', value: tokens, detail: { exact, encoding: 'o200k_base' } }];
    },
  });

  const tokenLimit = method({
    name: 'token_limit',
    produces: {
      token_limit_exceeded: { type: 'boolean', description: 'True if the input has more tokens than allowed' },
    },
    phases: ['request'],
    settings: {
      max_token_limit: setting.number({
        label: 'Token limit',
        description:
          'Most tokens of an input; the default policy notes longer ones, and refuses them by a limit other than 4096',
        default: 4096,
        min: 0,
        step: 1,
        unit: 'tokens',
        stricter: 'lower',
      }),
    },
    run({ input }, { settings }) {
      if (fitsByBytes(input, settings.max_token_limit)) return [{ name: 'token_limit_exceeded', value: false }];
      return isOverLimit(input, settings.max_token_limit, getTokenizer);
    },
  });
  return { tokenCount, tokenLimit };
}

async function isOverLimit(
  input: string,
  limit: number,
  getTokenizer: () => Promise<CountTokens>,
): Promise<ClaimDraft[]> {
  const { tokens } = countTokens(input, await getTokenizer(), limit);
  return [{ name: 'token_limit_exceeded', value: tokens > limit }];
}
