import { Drawer, type DrawerProps } from '@mantine/core';
import { useCloseButton } from './use-close-button';
import { useEscape } from './use-escape';

/** Panel at the side of the page: Escape closes it while it is on top. */
export function SidePanel(props: DrawerProps) {
  return <Drawer closeButtonProps={useCloseButton()} {...props} closeOnEscape={useEscape(props)} />;
}
