import './control.css';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface PhoneFoldProps {
  title: string;
  /** Whether it unfolds by itself, as where something is asked of it. */
  isOpen?: boolean;
  children: ReactNode;
}

/** A section of a long page, which a phone shows closed. */
export function PhoneFold({ title, isOpen = false, children }: PhoneFoldProps) {
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  if (!isPhone) return children;
  return (
    <details className="phone-fold" open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
