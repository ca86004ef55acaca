import { Stack } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { Dialog } from './dialog';
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
  const form = useRef<HTMLFormElement>(null);
  // A long dialog may have scrolled away from the field that is wrong.
  useEffect(() => {
    const fault = error === undefined ? null : form.current?.querySelector('.mantine-InputWrapper-error');
    const field = fault?.closest('.mantine-InputWrapper-root');
    field?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, [error]);
  return (
    <Dialog opened onClose={onClose} title={title}>
      <Form
        ref={form}
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
    </Dialog>
  );
}
