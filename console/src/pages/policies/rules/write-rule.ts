/** Writes a rule as Cedar. `readRule` reads the same rule back. */
import { member, quote } from './cedar-tokens.ts';
import type { Operand, Rule, RuleTest } from './rule.ts';

export function writeRule(rule: Rule): string {
  const { id, response, reason, quorum, risk, ignoreMissing, action } = rule;
  const annotations = [
    `@id(${quote(id)})`,
    `@response(${quote(response)})`,
    ...(reason === '' ? [] : [`@reason(${quote(reason)})`]),
    ...(quorum === undefined ? [] : [`@quorum(${quote(String(quorum))})`]),
    ...(risk === undefined ? [] : [`@risk(${quote(risk)})`]),
    ...(ignoreMissing ? ['@on_missing("ignore")'] : []),
  ];
  const head = action === undefined ? 'action' : `action == Assay::Action::${quote(action)}`;
  const conditions = conditionsOf(rule).join(' &&\n  ');
  return `${annotations.join('\n')}\nforbid (principal, ${head}, resource)\nwhen {\n  ${conditions}\n};\n`;
}

function conditionsOf({ phase, agent, model, claim, test }: Rule): string[] {
  const isAgent = agent === undefined ? '' : `Assay::Agent::${quote(agent)}`;
  return [
    ...(phase === undefined ? [] : [`context.phase == ${quote(phase)}`]),
    ...(agent === undefined ? [] : [`(principal == ${isAgent} || resource == ${isAgent})`]),
    ...(model === undefined ? [] : [`context.model_id == ${quote(model)}`]),
    `context.claims has ${/^[A-Za-z_]\w*$/.test(claim) && member('', claim) === `.${claim}` ? claim : quote(claim)}`,
    writeTest(member('context.claims', claim), test),
  ];
}

const methods = { '>=': 'greaterThanOrEqual', '>': 'greaterThan', '<=': 'lessThanOrEqual', '<': 'lessThan' } as const;

function writeTest(left: string, test: RuleTest): string {
  if (test.kind === 'boolean') return test.is ? left : `!${left}`;
  if (test.kind === 'contains') return `${left}.contains(${quote(test.value)})`;
  if (test.kind === 'filled') return `!${left}.isEmpty()`;
  if (test.kind === 'string') return `${left} ${test.comparison} ${writeOperand(test.than, quote)}`;
  if (test.kind === 'long') return `${left} ${test.comparison} ${writeOperand(test.than, String)}`;
  const right = writeOperand(test.than, writeDecimal);
  const { comparison } = test;
  return comparison === '==' || comparison === '!='
    ? `${left} ${comparison} ${right}`
    : `${left}.${methods[comparison]}(${right})`;
}

function writeOperand<T>(operand: Operand<T>, write: (value: T) => string): string {
  return 'setting' in operand ? operand.setting.reduce(member, 'context.settings') : write(operand.value);
}

/** `decimal("0.8")`: Cedar wants one to four places. */
function writeDecimal(value: number): string {
  const [whole = '0', places = ''] = value.toFixed(4).split('.');
  const kept = places.replace(/0+$/, '');
  const sign = Number(whole) === 0 && Number(places) === 0 ? '0' : whole;
  return `decimal("${sign}.${kept === '' ? '0' : kept}")`;
}
