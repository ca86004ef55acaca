import { Modal, type ModalProps } from '@mantine/core';
import { useCloseButton } from './use-close-button';
import { useEscape } from './use-escape';

/** Dialog over the page, a panel or another dialog: Escape closes what is on top, and nothing below. */
export function Dialog(props: ModalProps) {
  return <Modal closeButtonProps={useCloseButton()} {...props} closeOnEscape={useEscape(props)} />;
}
