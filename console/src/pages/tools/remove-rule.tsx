/** Removes a rule on tools. The call takes no reason, so the reason is stored with the rule first. */
import type { ScopedTool } from '@assay/client';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toShown } from '../../../../src/contract/shown-text.ts';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { AskReason } from '../../parts/ask-reason.tsx';
import { toolsTexts } from '../../texts/tools.ts';
import { say } from './say.ts';
import { useChange } from './use-change.ts';

const texts = toolsTexts.rules;

interface RemoveRuleProps {
  readonly rule: ScopedTool;
  readonly onDone: () => void;
}

export function RemoveRule({ rule: { id, revision, tool, app_name: app }, onDone }: RemoveRuleProps) {
  const may = useMay('scopedTools.remove');
  const queries = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const remove = useChange(
    async (reason: string) => {
      const changed = await api.scopedTools.update({ id, ifMatch: revision, body: { reason } });
      await api.scopedTools.remove({ id, ifMatch: changed.revision });
      // It cannot be read again.
      queries.removeQueries({ queryKey: ['scopedTools.get', id] });
    },
    ['scopedTools', 'installations'],
    () => {
      say(texts.removed);
      onDone();
    },
  );
  if (!may) return null;
  return (
    <>
      <Button variant="default" onClick={() => setIsAsked(true)}>
        {texts.remove}
      </Button>
      <AskReason
        isOpen={isAsked}
        title={texts.removeTitle}
        about={
          <>
            <p>{texts.removeAbout(`${toShown(app ?? tool.app_id)} ${toShown(`${tool.server}/${tool.name}`)}`)}</p>
            <p>{texts.removeReason}</p>
          </>
        }
        verb={texts.remove}
        isDangerous
        isPending={remove.isPending}
        error={remove.error}
        onClose={() => setIsAsked(false)}
        onConfirm={(reason) => remove.mutate(reason)}
      />
    </>
  );
}
