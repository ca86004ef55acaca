import './selection-bar.css';
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface SelectionBarProps {
  /** Description of the bar for screen readers. */
  label: string;
  /** How much is chosen, which is also announced; empty for nothing, and then there is no bar to be seen. */
  chosen: string;
  /** Buttons of what can be done with it. */
  children?: ReactNode;
}

/** Bar after a list, at the end of the screen: what is chosen in it, and what can be done with that. */
export function SelectionBar({ label, chosen, children }: SelectionBarProps) {
  return (
    <Group gap="sm" role="group" aria-label={label} className="selection-bar">
      <Text role="status">{chosen}</Text>
      {chosen !== '' && children}
    </Group>
  );
}
