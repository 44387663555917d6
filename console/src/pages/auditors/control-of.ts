/** Which control shows a setting (contract 2.7): its type decides, its hint and options refine. */
import type { SettingDefinition } from './setting-groups.ts';

export type Control = 'slider' | 'number' | 'toggle' | 'select' | 'suggest' | 'text' | 'choices' | 'tags';

/** A slider needs both bounds; a select needs options. What a type does not fit is shown as text. */
export function controlOf(
  definition: Pick<SettingDefinition, 'type' | 'control' | 'min' | 'max' | 'options'>,
): Control {
  const { type, control, min, max, options = [] } = definition;
  const isSelect = control === 'select' && options.length > 0;
  if (type === 'boolean') return 'toggle';
  if (type === 'number') return control === 'slider' && min !== undefined && max !== undefined ? 'slider' : 'number';
  if (type === 'string[]') return isSelect ? 'choices' : 'tags';
  if (isSelect) return 'select';
  return options.length > 0 ? 'suggest' : 'text';
}
