/** The picture of a node type. */
import {
  ChatBubbleIcon,
  CheckCircledIcon,
  CubeIcon,
  EnterIcon,
  ExitIcon,
  EyeOpenIcon,
  GearIcon,
  LayersIcon,
  LoopIcon,
  PersonIcon,
  QuestionMarkIcon,
  ShuffleIcon,
} from '@radix-ui/react-icons';
import type { ComponentType } from 'react';

const icons: Readonly<Record<string, ComponentType>> = {
  input: EnterIcon,
  output: ExitIcon,
  agent: ChatBubbleIcon,
  model: CubeIcon,
  auditor: EyeOpenIcon,
  policy_gate: CheckCircledIcon,
  tool: GearIcon,
  human_approval: PersonIcon,
  branch: ShuffleIcon,
  loop: LoopIcon,
  workflow: LayersIcon,
};

export function StepIcon({ type }: { readonly type: string }) {
  const Icon = icons[type] ?? QuestionMarkIcon;
  return <Icon />;
}
