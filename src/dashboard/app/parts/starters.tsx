import './row-list.css';
import './starters.css';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface StartersProps {
  label: string;
  /** Whether they are steps in their order. @default false */
  isOrdered?: boolean;
  children: ReactNode;
}

/** In place of an empty list: what it can begin with, one below the other. */
export function Starters({ label, isOrdered = false, children }: StartersProps) {
  const List = isOrdered ? 'ol' : 'ul';
  return (
    <List className="row-list starters" aria-label={label}>
      {children}
    </List>
  );
}

interface StarterProps {
  /** Icon or number before it. @default none */
  sign?: ReactNode;
  name: string;
  /** What it is, below its name. */
  hint: ReactNode;
  /** What else is known of it. */
  children?: ReactNode;
  /** Button at the right. */
  action?: ReactNode;
}

/** One of them. */
export function Starter({ sign, name, hint, children, action }: StarterProps) {
  return (
    <li>
      {sign !== undefined && (
        <span className="starter-sign" aria-hidden="true">
          {sign}
        </span>
      )}
      <div className="starter-words">
        <Text fw={500}>{name}</Text>
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
        {children}
      </div>
      {action}
    </li>
  );
}
