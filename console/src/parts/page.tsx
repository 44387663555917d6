/** The head of a page: its name, what it is for, and what can be done there. */
import { Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { commonTexts as texts } from '../texts/common.ts';

interface PageProps {
  readonly title: string;
  /** One or two sentences. */
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Page({ title, about, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · ${texts.product}`;
  }, [title]);
  return (
    <>
      <div className="page-head">
        <div>
          <Title order={1}>{title}</Title>
          {about !== undefined && (
            <Text size="sm" c="dimmed" mt={2}>
              {about}
            </Text>
          )}
        </div>
        {actions !== undefined && <div className="page-actions">{actions}</div>}
      </div>
      {children}
    </>
  );
}
