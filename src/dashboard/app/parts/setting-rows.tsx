import './setting-rows.css';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Settings one below the other, with fine lines between. */
export function SettingRows({ children }: { children: ReactNode }) {
  return <dl className="setting-rows">{children}</dl>;
}

interface SettingRowProps {
  name: string;
  /** Id of the name, for the control that it labels. @default none */
  nameId?: string;
  /** What it is set to. @default nothing: its control says so */
  value?: ReactNode;
  /** What it means, below its value. */
  hint?: ReactNode;
  /** Button, link or control at the right. */
  action?: ReactNode;
}

/** One setting: its name at the left, its value with what it means, and at the right what changes it. */
export function SettingRow({ name, nameId, value, hint, action }: SettingRowProps) {
  const hasValue = value !== undefined || hint !== undefined;
  const hasAction = action !== undefined && action !== false;
  return (
    <div className="setting-row">
      <dt id={nameId}>{name}</dt>
      {hasValue && (
        <dd className="setting-value">
          {value}
          {hint !== undefined && (
            <Text fz={13} c="dimmed">
              {hint}
            </Text>
          )}
        </dd>
      )}
      {hasAction && <dd className="setting-action">{action}</dd>}
    </div>
  );
}
