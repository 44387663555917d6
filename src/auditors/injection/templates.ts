/** Forged delimiters: control tokens of chat templates and imitated turn headers inside ordinary text. */
import type { Match } from './match.ts';

interface TemplateRule {
  readonly id: string;
  /** Literals one of which must occur before the expression is tried. */
  readonly needs: readonly string[];
  readonly pattern: RegExp;
  readonly weight: number;
}

const rules: readonly TemplateRule[] = [
  {
    id: 'delimiter.chatml_role',
    needs: ['<|'],
    pattern: /<\|(?:im_start|start_header_id|start)\|>\s{0,4}(?:system|assistant|developer)/giu,
    weight: 0.85,
  },
  {
    id: 'delimiter.control_token',
    needs: ['<|'],
    pattern:
      /<\|(?:im_start|im_end|im_sep|endoftext|eot_id|start_header_id|end_header_id|system|assistant|user|end)\|>/giu,
    weight: 0.45,
  },
  { id: 'delimiter.llama', needs: ['<<SYS>>', '<</SYS>>'], pattern: /<<\/?SYS>>/gu, weight: 0.6 },
  { id: 'delimiter.instruction_tag', needs: ['[INST]', '[/INST]'], pattern: /\[\/?INST\]/gu, weight: 0.4 },
  {
    id: 'delimiter.system_tag',
    needs: ['system', 'SYSTEM', 'System'],
    pattern: /(?:<\/?system(?:[_ -]?(?:prompt|message))?>|\[\/?system\]|\[system\]\(#|\{\{#system)/giu,
    weight: 0.5,
  },
  {
    id: 'delimiter.turn_header',
    needs: ['Human:', 'Assistant:', '### System', '### Instruction'],
    pattern: /\n\s{0,4}(?:Human:|Assistant:|#{2,4} ?(?:System|Instruction)(?: (?:message|prompt))?:)/gu,
    weight: 0.3,
  },
  {
    id: 'delimiter.end_of_input',
    needs: ['end of ', 'End of ', 'END OF ', 'begin ', 'BEGIN ', 'Begin '],
    pattern:
      /[-=*#<[]{2,}\s{0,3}(?:(?:end|begin) of|begin|end)\s(?:the\s)?(?:user|system|context|document|prompt|new)\s?(?:input|prompt|message|instructions?|query|data|document)?\s{0,3}[-=*#>\]]{2,}/giu,
    weight: 0.55,
  },
];

/** Finds forged delimiters; offsets are those of the text handed in. */
export function matchTemplates(text: string): Match[] {
  const matches: Match[] = [];
  for (const rule of rules) {
    if (!rule.needs.some((literal) => text.includes(literal))) continue;
    rule.pattern.lastIndex = 0;
    const found = rule.pattern.exec(text);
    if (found === null) continue;
    const { id, weight } = rule;
    matches.push({ id, family: 'delimiter', weight, documentWeight: Math.max(weight, 0.5), ...rangeOf(found) });
  }
  return matches;
}

function rangeOf(found: RegExpExecArray): { start: number; end: number } {
  return { start: found.index, end: found.index + found[0].length };
}
