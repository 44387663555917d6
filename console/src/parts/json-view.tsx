/** A value as indented JSON, with a button that copies it. */
import { Button, Code, CopyButton, Stack } from '@mantine/core';
import { commonTexts as texts } from '../texts/common.ts';

/** Longer text would hold up the page; the copy has all of it. */
const longestShown = 200_000;

export function JsonView({ value, label }: { readonly value: unknown; readonly label: string }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
  const shown = text.length > longestShown ? `${text.slice(0, longestShown)}\n…` : text;
  return (
    <Stack gap={6}>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button size="compact-xs" variant="default" onClick={copy} w="max-content">
            {copied ? texts.copied : texts.copy}
          </Button>
        )}
      </CopyButton>
      <Code block tabIndex={0} aria-label={label} mah={420} className="foreign">
        {shown}
      </Code>
    </Stack>
  );
}
