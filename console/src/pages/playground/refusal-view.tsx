/** A refusal of the gateway in its words, with the rules that fired. */
import { Alert, Anchor, List, Text } from '@mantine/core';
import { CrossCircledIcon } from '@radix-ui/react-icons';
import { Link } from '@tanstack/react-router';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { playgroundTexts } from '../../texts/playground.ts';
import type { Refusal } from './chat-answer.ts';

const texts = playgroundTexts.refusal;

interface RefusalViewProps {
  readonly refusal: Refusal;
  /** A part of the answer was there already. */
  readonly isLate: boolean;
}

export function RefusalView({ refusal: { code, message, reasons, approvalId }, isLate }: RefusalViewProps) {
  const title = isLate ? texts.stopped : code === 'policy_denied' ? texts.denied : texts.other;
  return (
    <Alert color="red" variant="light" icon={<CrossCircledIcon />} title={title} role="alert">
      <Text size="sm">
        <ForeignText text={message} maxLength={1000} />
      </Text>
      {reasons.length > 0 && (
        <>
          <Text size="xs" c="dimmed" mt={6}>
            {texts.reasons}
          </Text>
          <List size="sm">
            {reasons.map((reason) => (
              <List.Item key={reason}>
                <code>
                  <ForeignText text={reason} />
                </code>
              </List.Item>
            ))}
          </List>
        </>
      )}
      {approvalId !== undefined && (
        <Text size="sm" mt={6}>
          {texts.approval}{' '}
          <Anchor component={Link} to={`/approvals/${encodeURIComponent(approvalId)}`} inherit>
            {texts.openApproval}
          </Anchor>
        </Text>
      )}
    </Alert>
  );
}
