/** Reads the commands of a shell script far enough to check them: words, quotes, continued lines, pipes, substitutions. */

/** Gives the words of each command, those inside `$(…)` included; redirections and comments are left out. */
export function readShell(script: string): readonly (readonly string[])[] {
  const commands: (readonly string[])[] = [];
  const text = script.replace(/\\\n\s*/g, ' ');
  let words: string[] = [];
  let word: string | undefined;
  const endWord = () => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  const endCommand = () => {
    endWord();
    if (words.length > 0) commands.push(withoutRedirections(words));
    words = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === "'") {
      const end = text.indexOf("'", at + 1);
      word = `${word ?? ''}${text.slice(at + 1, end < 0 ? undefined : end)}`;
      at = end < 0 ? text.length : end;
    } else if (char === '"') {
      const end = endOfQuote(text, at);
      const quoted = text.slice(at + 1, end);
      commands.push(...substitutions(quoted).flatMap(readShell));
      word = `${word ?? ''}${quoted}`;
      at = end;
    } else if (text.startsWith('$(', at)) {
      const end = endOfParenthesis(text, at + 1);
      commands.push(...readShell(text.slice(at + 2, end)));
      word = `${word ?? ''}$`;
      at = end;
    } else if (char === '#' && word === undefined) {
      const end = text.indexOf('\n', at);
      at = end < 0 ? text.length : end - 1;
    } else if (/[\n;|&]/.test(char)) endCommand();
    else if (/\s/.test(char)) endWord();
    else if (/[<>]/.test(char)) {
      endWord();
      words.push(char);
    } else word = `${word ?? ''}${char}`;
  }
  endCommand();
  return commands;
}

function endOfQuote(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text.startsWith('$(', at)) at = endOfParenthesis(text, at + 1);
    else if (text[at] === '"') return at;
  }
  return text.length;
}

function endOfParenthesis(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}

function substitutions(text: string): readonly string[] {
  const found: string[] = [];
  for (let at = text.indexOf('$('); at >= 0; at = text.indexOf('$(', at + 2)) {
    found.push(text.slice(at + 2, endOfParenthesis(text, at + 1)));
  }
  return found;
}

function withoutRedirections(words: readonly string[]): string[] {
  return words.filter((word, at) => !/^[<>]$/.test(word) && !/^[<>]$/.test(words[at - 1] ?? ''));
}
