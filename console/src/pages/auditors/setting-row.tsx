/** One setting, or the same setting of several claims: its control, what can be done with it, and the cascade beside it. */
import { Badge, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { auditorsTexts } from '../../texts/auditors.ts';
import { cascadeOf, isLocked, type SettingValue, type SetValue, valueWith } from './cascade.ts';
import { CascadeView } from './cascade-view.tsx';
import { levelLabel } from './labels.ts';
import { withChange } from './setting-drafts.ts';
import type { SettingDefinition } from './setting-groups.ts';
import { SettingInput } from './setting-input.tsx';
import type { SettingsContext } from './settings-form.tsx';

const texts = auditorsTexts.settings;

interface SettingRowProps {
  readonly definition: SettingDefinition;
  readonly label: string;
  /** Full names that change together. */
  readonly names: readonly [string, ...string[]];
  readonly context: SettingsContext;
}

export function SettingRow({ definition, label, names, context }: SettingRowProps) {
  const { stored, target, draft, effective, mayWrite, mayEnforce, change } = context;
  const [name] = names;
  const steps = cascadeOf(name, definition.default, stored);
  const own = draft[name];
  const current: SetValue | undefined = own === undefined ? target.settings[name] : (own ?? undefined);
  const shown = valueWith(steps, own);
  const locked = isLocked(steps);
  const enforcing = steps.find(({ enforced }) => enforced)?.scope;
  const isChanged = names.some((each) => draft[each] !== undefined);
  const isDisabled = !mayWrite || locked || definition.secret === true;
  const set = (entry: SetValue | null) => change((old) => withChange(old, target.settings, names, entry));
  const setValue = (value: SettingValue) => set(current?.enforced === true ? { value, enforced: true } : { value });
  const undo = () => change((old) => Object.fromEntries(Object.entries(old).filter(([each]) => !names.includes(each))));
  const inForce = effective?.[name];
  return (
    <div className="setting-row">
      <Stack gap={8}>
        <SettingInput definition={definition} label={label} value={shown} isDisabled={isDisabled} onChange={setValue} />
        {definition.secret === true && <Text size="xs">{texts.secret}</Text>}
        {locked && enforcing !== undefined && (
          <Text size="xs">{texts.locked(`${levelLabel(enforcing.level)} ${enforcing.id}`)}</Text>
        )}
        <Group gap="sm">
          {mayWrite && mayEnforce && current !== undefined && !isDisabled && (
            <Switch
              size="xs"
              label={texts.enforce}
              checked={current.enforced === true}
              onChange={({ currentTarget }) => set({ value: current.value, enforced: currentTarget.checked })}
            />
          )}
          {mayWrite && own !== null && target.settings[name] !== undefined && definition.secret !== true && (
            <Button size="compact-xs" variant="default" onClick={() => set(null)}>
              {texts.reset}
            </Button>
          )}
          {isChanged && (
            <>
              <Badge size="xs" color="yellow">
                {texts.changed}
              </Badge>
              <Button size="compact-xs" variant="subtle" onClick={undo}>
                {texts.undo}
              </Button>
            </>
          )}
        </Group>
      </Stack>
      <CascadeView
        label={label}
        steps={steps}
        inForce={inForce === undefined ? undefined : { value: inForce.value, source: inForce.source }}
      />
    </div>
  );
}
