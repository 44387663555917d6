/** The menu of one row. */
import { ActionIcon, Menu } from '@mantine/core';
import { DotsHorizontalIcon } from '@radix-ui/react-icons';
import { recordTexts as texts } from '../texts/records.ts';
import type { RecordAction } from './record-action.ts';

interface RecordMenuProps<T> {
  readonly name: string;
  readonly actions: readonly RecordAction<T>[];
  readonly onChoose: (action: RecordAction<T>) => void;
}

export function RecordMenu<T>({ name, actions, onChoose }: RecordMenuProps<T>) {
  if (actions.length === 0) return null;
  return (
    <Menu position="bottom-end" keepMounted={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={texts.actionsOf(name)}>
          <DotsHorizontalIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item
            key={action.label}
            {...(action.isDangerous === true ? { color: 'red' } : {})}
            onClick={() => onChoose(action)}
          >
            {action.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
