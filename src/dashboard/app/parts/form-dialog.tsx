import { Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Form } from './form';
import { FormButtons } from './form-buttons';
import { Refusal } from './refusal';

interface FormDialogProps {
  title: string;
  /** Text of the submit button. */
  action: string;
  isBusy: boolean;
  /** Error of the last attempt; undefined for none. */
  error: unknown;
  /** Names of the fields that show their errors themselves. */
  fields?: readonly string[];
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Form in a dialog, open while mounted; on an error it stays open with its input. */
export function FormDialog(props: FormDialogProps) {
  const { title, action, isBusy, error, fields, onSubmit, onClose, children } = props;
  return (
    <Modal opened onClose={onClose} title={title}>
      <Form
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          // A dialog within another form is no part of it, though React has its events rise there.
          event.stopPropagation();
          onSubmit();
        }}
      >
        <Stack gap="md">
          <Refusal error={error} {...(fields ? { fields } : {})} />
          {children}
          <FormButtons action={action} isBusy={isBusy} onCancel={onClose} />
        </Stack>
      </Form>
    </Modal>
  );
}
