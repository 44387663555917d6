/** The list of keys, opened by `?`. */
import { Kbd, Modal, Table } from '@mantine/core';
import { createOpener, useOpener } from '../parts/opener.ts';
import { commonTexts as texts } from '../texts/common.ts';
import { navigation } from './navigation.ts';

const opener = createOpener();
export const openKeyHelp: () => void = opener.open;

export function KeyHelp() {
  const isOpen = useOpener(opener);
  const rows: readonly (readonly [readonly string[], string])[] = [
    [['Ctrl', 'K'], texts.shortcuts.palette],
    [['?'], texts.shortcuts.help],
    [['j'], texts.shortcuts.down],
    [['k'], texts.shortcuts.up],
    [['Enter'], texts.shortcuts.open],
    [['f'], texts.shortcuts.filter],
    [['Esc'], texts.shortcuts.close],
    ...navigation.map(({ key, label }) => [['g', key], texts.shortcuts.go(label)] as const),
  ];
  return (
    <Modal opened={isOpen} onClose={opener.close} title={texts.keys} closeButtonProps={{ 'aria-label': texts.close }}>
      <Table>
        <Table.Tbody>
          {rows.map(([keys, label]) => (
            <Table.Tr key={label}>
              <Table.Td>
                {keys.map((key) => (
                  <Kbd key={key} mr={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
              <Table.Td>{label}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
