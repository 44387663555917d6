/** A prompt to a model, with one setting or two side by side. */
import { Button, Group, Kbd, Stack, Textarea } from '@mantine/core';
import { getHotkeyHandler } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { Panel } from '../../parts/panel.tsx';
import { playgroundTexts } from '../../texts/playground.ts';
import { ChatAnswerView } from './chat-answer-view.tsx';
import { AgentField, ModelField } from './lane-fields.tsx';
import { useChat } from './use-chat.ts';
import { useLanes } from './use-lanes.ts';

const texts = playgroundTexts.chat;

export function ChatPanel() {
  const lanes = useLanes();
  const chats = [useChat(), useChat()];
  const [user, setUser] = useState('');
  const [systems, setSystems] = useState<readonly string[]>(['', '']);
  const shown = lanes.flatMap((lane, index) => {
    const chat = chats[index];
    return chat === undefined ? [] : [{ lane, chat, system: systems[index] ?? '', index }];
  });
  const isRunning = shown.some(({ chat }) => chat.state.status === 'running');
  const send = () => {
    if (user.trim() === '' || isRunning) return;
    for (const { lane, chat, system } of shown) chat.send({ agent: lane.agent, model: lane.model, system, user });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const alone = lanes.length === 1;
  const prompt = (
    <Panel title={texts.title}>
      <Textarea
        label={texts.user}
        placeholder={texts.userHint}
        value={user}
        onChange={({ currentTarget }) => setUser(currentTarget.value)}
        onKeyDown={getHotkeyHandler([['mod+Enter', send]])}
        autosize
        minRows={6}
        maxRows={18}
        required
      />
      <Group mt="sm" gap="sm">
        <Button type="submit" disabled={isRunning || user.trim() === ''}>
          {playgroundTexts.send}
        </Button>
        {isRunning && (
          <Button
            variant="default"
            onClick={() => {
              for (const { chat } of shown) chat.stop();
            }}
          >
            {playgroundTexts.stop}
          </Button>
        )}
        <Kbd size="xs" aria-label={playgroundTexts.keys}>
          Ctrl Enter
        </Kbd>
      </Group>
    </Panel>
  );
  return (
    <Stack>
      <form onSubmit={submit}>
        <Stack>
          <div className="columns">
            {shown.map(({ lane, system, index }) => (
              <Panel key={lane.side} title={alone ? playgroundTexts.alone.lane : playgroundTexts.lane(lane.side)}>
                <Stack gap="sm">
                  <AgentField lane={lane} />
                  <ModelField lane={lane} />
                  <Textarea
                    label={texts.system}
                    value={system}
                    onChange={({ currentTarget: { value } }) =>
                      setSystems((old) => old.map((known, at) => (at === index ? value : known)))
                    }
                    autosize
                    minRows={1}
                    maxRows={8}
                  />
                </Stack>
              </Panel>
            ))}
            {alone && prompt}
          </div>
          {!alone && prompt}
        </Stack>
      </form>
      <div className="columns">
        {shown.map(({ lane, chat }) => (
          <Panel key={lane.side} title={alone ? playgroundTexts.alone.answer : playgroundTexts.answer(lane.side)}>
            <ChatAnswerView state={chat.state} />
          </Panel>
        ))}
      </div>
    </Stack>
  );
}
