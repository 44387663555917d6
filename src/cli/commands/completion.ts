/** `assay completion SHELL`: prints the script with which a shell completes commands and options. */
import { type Command, exitCodes } from '../command.ts';
import { parseChoice, parseOptions, requirePositionals } from '../options.ts';
import { renderCompletion, shells } from '../render/completion.ts';

/** The command, over the table that has it too. */
export function completionOver(commands: () => readonly Command[]): Command {
  return {
    name: 'completion',
    summary: 'Print a script that completes commands and options in bash, zsh or fish',
    usage: ['completion bash|zsh|fish'],
    options: {},
    details: [
      'The shell has to find assay itself, so install it or define an alias.',
      'bash: source <(assay completion bash)',
      'zsh, after compinit: source <(assay completion zsh)',
      'fish: assay completion fish | source',
    ],
    async run(io) {
      const [shell = ''] = requirePositionals(parseOptions({}, io.args).positionals, ['SHELL']);
      io.stdout.write(renderCompletion(parseChoice('SHELL', shell, shells), commands()));
      return exitCodes.ok;
    },
  };
}
