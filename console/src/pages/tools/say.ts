/** A short notice that something is done. */
import { notifications } from '@mantine/notifications';

export function say(message: string): void {
  notifications.show({ message, color: 'teal' });
}
