import { useLocalStorage } from '@mantine/hooks';
import { useCallback } from 'react';

/** A yes that this browser keeps, and what says it. */
export function useRemembered(key: string): [boolean, () => void] {
  const [value, setValue] = useLocalStorage({ key, defaultValue: false, getInitialValueInEffect: false });
  return [value, useCallback(() => setValue(true), [setValue])];
}

/** Where it is remembered that somebody of an organization looked at a control that fails: one of the first steps. */
export function openedFailingControl(tenantId: string): string {
  return `crosswalk.first-run.control.${tenantId}`;
}
