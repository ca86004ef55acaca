import './form-footer.css';
import { Group } from '@mantine/core';
import type { ReactNode } from 'react';

interface FormFooterProps {
  /** Content at the left, as an error or a hint. */
  aside?: ReactNode;
  /** Buttons, the primary one last. */
  children: ReactNode;
}

/** End of a long form in a dialog, a drawer or a page: its buttons stay in view while the form scrolls. Last child of its column. */
export function FormFooter({ aside, children }: FormFooterProps) {
  return (
    <Group className="form-footer" justify="space-between" gap="sm">
      <div>{aside}</div>
      <Group justify="flex-end" gap="sm">
        {children}
      </Group>
    </Group>
  );
}
