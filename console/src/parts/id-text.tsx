/** An id that one click copies. */
import { CopyButton, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { CheckIcon, CopyIcon } from '@radix-ui/react-icons';
import { commonTexts as texts } from '../texts/common.ts';

interface IdTextProps {
  readonly value: string;
  /** Shows the end only, for tables. */
  readonly short?: boolean;
}

const shortLength = 10;

export function IdText({ value, short = false }: IdTextProps) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? texts.copied : value}>
          <UnstyledButton
            className="mono"
            fz="inherit"
            onClick={(event) => {
              event.stopPropagation();
              copy();
            }}
          >
            {short && value.length > shortLength ? `…${value.slice(-shortLength)}` : value}{' '}
            {copied ? <CheckIcon width={12} aria-hidden /> : <CopyIcon width={12} aria-hidden />}
            <VisuallyHidden>{texts.copy}</VisuallyHidden>
          </UnstyledButton>
        </Tooltip>
      )}
    </CopyButton>
  );
}
