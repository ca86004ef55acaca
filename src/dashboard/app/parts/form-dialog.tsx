import { Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormButtons } from './form-buttons';
import { Refusal } from './refusal';

interface FormDialogProps {
  title: string;
  /** What the button says that does it. */
  action: string;
  isBusy: boolean;
  /** Why it was refused, if it was. */
  error: unknown;
  /** Names of the fields that show by themselves what is wrong with them. */
  fields?: readonly string[];
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog, open as long as it is there; a refusal leaves it open, with all that was typed. */
export function FormDialog(props: FormDialogProps) {
  const { title, action, isBusy, error, fields, onSubmit, onClose, children } = props;
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <Stack gap="md">
          <Refusal error={error} {...(fields ? { fields } : {})} />
          {children}
          <FormButtons action={action} isBusy={isBusy} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
