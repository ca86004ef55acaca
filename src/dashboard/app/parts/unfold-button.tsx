import './unfold.css';
import { Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { UnfoldSign } from './unfold-sign';

interface UnfoldButtonProps {
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
  /** Small print below the name. */
  note?: ReactNode;
}

/** Name of a table row, which expands its details. */
export function UnfoldButton({ isOpen, onToggle, children, note }: UnfoldButtonProps) {
  return (
    <>
      <UnstyledButton className="unfold" fz="sm" fw={500} mih={24} aria-expanded={isOpen} onClick={onToggle}>
        <UnfoldSign isOpen={isOpen} />
        <span>{children}</span>
      </UnstyledButton>
      {note !== undefined && (
        <Text size="xs" c="dimmed" className="unfold-note">
          {note}
        </Text>
      )}
    </>
  );
}
