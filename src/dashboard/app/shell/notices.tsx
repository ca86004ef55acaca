import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';

/** Container of notifications, loaded after the page. */
export function Notices() {
  return <Notifications position="bottom-right" />;
}
