import { notifications } from '@mantine/notifications';
import { described } from './described';

/** Shows an error as a notification, if there is no form. A module of its own: every page loads it. */
export function notifyRefusal(error: unknown): void {
  notifications.show({ color: 'orange', message: described(error).message });
}
