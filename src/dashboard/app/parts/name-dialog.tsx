import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from './form-dialog';
import { problemOf } from './refusal';

interface NameDialogProps {
  title: string;
  /** Text of the submit button. */
  action: string;
  /** Of the input, and what it is for. */
  label: string;
  hint?: string;
  /** Characters. */
  maxLength: number;
  /** The present name. @default none */
  name?: string;
  isBusy: boolean;
  /** Error of the last attempt; undefined for none. */
  error: unknown;
  onSubmit: (name: string) => void;
  onClose: () => void;
}

/** Dialog that asks for a name, and shows at it what is wrong with it. */
export function NameDialog({ label, hint, maxLength, name = '', onSubmit, ...dialog }: NameDialogProps) {
  const [value, setValue] = useState(name);
  return (
    <FormDialog {...dialog} fields={['name']} onSubmit={() => onSubmit(value)}>
      <TextInput
        label={label}
        {...(hint === undefined ? {} : { description: hint })}
        required
        data-autofocus
        maxLength={maxLength}
        value={value}
        error={problemOf(dialog.error, 'name')}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
      />
    </FormDialog>
  );
}
