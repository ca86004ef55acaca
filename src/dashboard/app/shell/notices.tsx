import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';

/** Where short messages appear. Fetched after the page: none comes before somebody has done something. */
export function Notices() {
  return <Notifications position="bottom-right" />;
}
