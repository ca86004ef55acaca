import './with-rail.css';
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';

interface WithRailProps {
  /** Name of the rail, for those who listen. */
  label: string;
  /** Facts in one column. */
  rail: ReactNode;
  children: ReactNode;
}

/** What a page says, and at its right, in one column, the facts. On narrow screens these come first, on a phone last. */
export function WithRail({ label, rail, children }: WithRailProps) {
  return (
    <div className="with-rail">
      <aside aria-label={label}>
        <Stack gap={24}>{rail}</Stack>
      </aside>
      <Stack gap={32} miw={0}>
        {children}
      </Stack>
    </div>
  );
}
