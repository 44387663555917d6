/** An error in words, with what to do about it. */
import { ApiError, ConnectionError } from '@assay/client';
import { Alert, Button, List, Text } from '@mantine/core';
import { ExclamationTriangleIcon } from '@radix-ui/react-icons';
import { commonTexts as texts } from '../texts/common.ts';

interface ProblemProps {
  readonly error: Error;
  /** Offers to try again. */
  readonly onRetry?: () => void;
}

export function Problem({ error, onRetry }: ProblemProps) {
  const { title, help } = toWords(error);
  const places = error instanceof ApiError ? error.errors : [];
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <Alert color="red" variant="light" icon={<ExclamationTriangleIcon />} title={title} role="alert" my="sm">
      <Text size="sm">{help}</Text>
      {places.length > 0 && (
        <List size="sm" mt={6}>
          {places.map(({ pointer, message }) => (
            <List.Item key={`${pointer} ${message}`}>
              <code>{pointer}</code> {message}
            </List.Item>
          ))}
        </List>
      )}
      {requestId !== undefined && (
        <Text size="xs" c="dimmed" mt={6}>
          {texts.requestId(requestId)}
        </Text>
      )}
      {onRetry !== undefined && (
        <Button size="xs" variant="default" mt="sm" onClick={onRetry}>
          {texts.retry}
        </Button>
      )}
    </Alert>
  );
}

/** The heading and the sentence that an error is shown with. */
export function toWords(error: Error): { title: string; help: string } {
  if (error instanceof ConnectionError) return { title: texts.failed.offline, help: texts.failed.offlineHelp };
  if (!(error instanceof ApiError)) return { title: texts.failed.page, help: error.message };
  if (error.status === 403) return { title: texts.failed.forbidden, help: error.message };
  if (error.status === 404) return { title: texts.failed.notFound, help: error.message };
  return { title: texts.failed.other, help: error.message };
}
