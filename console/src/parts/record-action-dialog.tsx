/** Asks before an action on one row, runs it, and reads the lists of its group again. */
import { useMutation } from '@tanstack/react-query';
import { AskReason } from './ask-reason.tsx';
import { Confirm } from './confirm.tsx';
import type { AskedAction } from './record-action.ts';
import { useReadAgain } from './use-group.ts';

interface RecordActionDialogProps<T> {
  readonly action: AskedAction<T>;
  readonly row: T;
  readonly name: string;
  readonly group: string;
  readonly onClose: () => void;
}

export function RecordActionDialog<T>({ action, row, name, group, onClose }: RecordActionDialogProps<T>) {
  const readAgain = useReadAgain(group);
  const change = useMutation({
    mutationFn: (reason: string) => action.run(row, reason),
    onSuccess: onClose,
    // A refused change may have met a newer record.
    onSettled: readAgain,
  });
  const shared = {
    isOpen: true,
    title: `${action.label}: ${name}`,
    about: action.about(row),
    verb: action.label,
    isDangerous: action.isDangerous ?? false,
    isPending: change.isPending,
    error: change.error,
    onClose,
  };
  return action.asksReason === true ? (
    <AskReason {...shared} onConfirm={(reason) => change.mutate(reason)} />
  ) : (
    <Confirm {...shared} onConfirm={() => change.mutate('')} />
  );
}
