/** Keeps an error of one page from taking the frame with it. */
import { Alert, Button, Text } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { commonTexts as texts } from '../texts/common.ts';
import { Page } from './page.tsx';

interface State {
  readonly error: Error | undefined;
}

export class PageBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <Page title={texts.failed.page}>
        <Alert color="red" role="alert">
          <Text size="sm">{texts.failed.pageHelp}</Text>
          <Text size="xs" c="dimmed" mt="xs" className="mono">
            {error.message}
          </Text>
          <Button size="xs" variant="default" mt="sm" onClick={() => this.setState({ error: undefined })}>
            {texts.retry}
          </Button>
        </Alert>
      </Page>
    );
  }
}
