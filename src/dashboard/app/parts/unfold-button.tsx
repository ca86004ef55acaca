import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

interface UnfoldButtonProps {
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** Name of a table row, which expands its details. */
export function UnfoldButton({ isOpen, onToggle, children }: UnfoldButtonProps) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      aria-expanded={isOpen}
      leftSection={<span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>}
      onClick={onToggle}
    >
      {children}
    </Button>
  );
}
