/** Completion scripts of shells, made from the command table. They are static: pressing Tab starts no program. */
import type { Command, OptionSpec } from '../command.ts';
import { programName } from './help.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** Prints the script of a shell. */
export function renderCompletion(shell: Shell, commands: readonly Command[]): string {
  return { bash: renderBash, zsh: renderZsh, fish: renderFish }[shell](toTable(commands));
}

interface Row {
  /** Words so far, such as `registry model`; empty at the beginning. */
  readonly at: string;
  /** Words that may follow, with the summary of a command. */
  readonly next: readonly (readonly [word: string, summary: string])[];
  readonly options: readonly (readonly [name: string, option: OptionSpec])[];
}

const help: OptionSpec = { type: 'boolean', short: 'h', description: 'Show help' };

function toTable(commands: readonly Command[]): readonly Row[] {
  const places = new Set(['']);
  for (const { name } of commands) {
    const words = name.split(' ');
    for (const [index] of words.entries()) places.add(words.slice(0, index + 1).join(' '));
  }
  return [...places].map((at) => {
    const own = commands.find(({ name }) => name === at);
    const options = [...Object.entries(own?.options ?? {}), ['help', help] as const];
    return { at, next: nextWords(commands, at), options };
  });
}

function nextWords(commands: readonly Command[], at: string): readonly (readonly [string, string])[] {
  const start = at === '' ? '' : `${at} `;
  const next = new Map<string, string>();
  for (const { name, summary } of commands) {
    if (!name.startsWith(start) || name === at) continue;
    const [word = '', ...more] = name.slice(start.length).split(' ');
    next.set(word, more.length === 0 ? summary : 'Several commands');
  }
  return [...next];
}

/** Words of the table hold no quotes; a test looks. */
function cases(rows: readonly Row[], toWords: (row: Row) => readonly string[]): string {
  return rows
    .map((row) => [row.at, toWords(row).join(' ')] as const)
    .filter(([, words]) => words !== '')
    .map(([at, words]) => `    '${at}') echo '${words}' ;;\n`)
    .join('');
}

function renderFunctions(rows: readonly Row[]): string {
  return `_${programName}_words() {
  case "$1" in
${cases(rows, ({ next }) => next.map(([word]) => word))}  esac
}
_${programName}_options() {
  case "$1" in
${cases(rows, ({ options }) => options.map(([name]) => `--${name}`))}  esac
}
`;
}

function renderBash(rows: readonly Row[]): string {
  return `# Completion of ${programName} for bash: source <(${programName} completion bash)
${renderFunctions(rows)}_${programName}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" at='' word i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    case " $(_${programName}_words "$at") " in
      *" $word "*) at="\${at:+$at }$word" ;;
      *) break ;;
    esac
  done
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$(_${programName}_options "$at")" -- "$current"))
  else
    COMPREPLY=($(compgen -W "$(_${programName}_words "$at")" -- "$current"))
  fi
}
complete -o default -F _${programName} ${programName}
`;
}

function renderZsh(rows: readonly Row[]): string {
  return `#compdef ${programName}
# Completion of ${programName} for zsh: source <(${programName} completion zsh), after compinit
${renderFunctions(rows)}_${programName}() {
  local at='' word next i
  for ((i = 2; i < CURRENT; i++)); do
    word="\${words[i]}"
    case " $(_${programName}_words "$at") " in
      *" $word "*) at="\${at:+$at }$word" ;;
      *) break ;;
    esac
  done
  if [[ "\${words[CURRENT]}" == -* ]]; then
    compadd -- \${=$(_${programName}_options "$at")}
  else
    next=(\${=$(_${programName}_words "$at")})
    if (( \${#next} > 0 )); then compadd -- $next; else _files; fi
  fi
}
compdef _${programName} ${programName}
`;
}

function renderFish(rows: readonly Row[]): string {
  const at = ({ at: words }: Row) => `-n '__${programName}_at "${words}"'`;
  const lines = rows.flatMap((row) => [
    ...row.next.map(([word, summary]) => `complete -c ${programName} -f ${at(row)} -a '${word}' -d ${quote(summary)}`),
    ...row.options.map(([name, { type, short, description }]) =>
      [
        `complete -c ${programName} ${at(row)} -l ${name}`,
        ...(short === undefined ? [] : [`-s ${short}`]),
        ...(type === 'string' ? ['-r'] : []),
        `-d ${quote(description)}`,
      ].join(' '),
    ),
  ]);
  const places = rows.map((row) => `'${row.at}'`).join(' ');
  return `# Completion of ${programName} for fish: ${programName} completion fish | source
set -g __${programName}_places ${places}
function __${programName}_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    set -l longer (string trim -- "$at $word")
    contains -- "$longer" $__${programName}_places; or break
    set at $longer
  end
  test "$at" = "$argv[1]"
end
${lines.join('\n')}
`;
}

/** A text in single quotes, as fish reads it. */
function quote(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
}
