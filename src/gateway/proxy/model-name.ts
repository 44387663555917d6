/**
 * Published model names as a closed grammar: known words, short versions, sizes and dates. Free text does not fit into
 * it, so auditors need not read such a name; every other name is read as text.
 */

const words: ReadonlySet<string> = new Set(
  [
    'gpt chatgpt davinci babbage omni o mini nano turbo preview latest instruct chat codex oss audio realtime transcribe',
    'tts search text embedding ada small large moderation image deep research claude opus sonnet haiku gemini gemma flash lite',
    'pro ultra exp thinking experimental llama meta scout maverick vision guard mistral mixtral ministral magistral codestral',
    'devstral pixtral nemo medium tiny embed qwen qwq coder vl max plus deepseek r v reasoner distill phi command light plus',
    'grok fast nova micro titan premier jamba granite nemotron yi glm kimi k solar falcon nomic bge base en multilingual e gte',
    'minilm all snowflake arctic jina rerank echo it hf fp bf int q awq gptq gguf a b t x m openai anthropic google mistralai',
    'cohere amazon microsoft nvidia xai ai us eu apac global bedrock azure vertex models free online sonar huggingface',
  ].flatMap((line) => line.split(' ')),
);
const dates = /(?<!\d)20\d{2}(-?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])(?!\d)/;
const longestName = 96;
const longestNumber = 4;
/** Most digits in a name besides one date: too few for a phone, account or card number. */
const maxFigures = 8;

/** True for a name that consists of known words, short versions and at most one date. */
export function isPlainModelName(name: string): boolean {
  if (name.length > longestName || !/^[\w./:@-]+$/.test(name)) return false;
  let figures = 0;
  for (const [run] of name
    .toLowerCase()
    .replace(dates, '')
    .matchAll(/[a-z]+|\d+/g)) {
    if (run.charCodeAt(0) > 57) {
      if (!words.has(run)) return false;
    } else {
      figures += run.length;
      if (run.length > longestNumber || figures > maxFigures) return false;
    }
  }
  return true;
}
