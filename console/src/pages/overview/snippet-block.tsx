/** Lines to paste, with a button that copies them. */
import { Button, Code, CopyButton } from '@mantine/core';
import { CheckIcon, CopyIcon } from '@radix-ui/react-icons';
import { commonTexts } from '../../texts/common.ts';

interface SnippetBlockProps {
  readonly text: string;
  readonly label: string;
}

export function SnippetBlock({ text, label }: SnippetBlockProps) {
  return (
    <>
      <Code block tabIndex={0} aria-label={label}>
        {text}
      </Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button
            size="xs"
            variant="default"
            mt="xs"
            leftSection={copied ? <CheckIcon /> : <CopyIcon />}
            onClick={copy}
          >
            {copied ? commonTexts.copied : commonTexts.copy}
          </Button>
        )}
      </CopyButton>
    </>
  );
}
