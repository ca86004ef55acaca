import { useLocalStorage } from '@mantine/hooks';
import { useCallback } from 'react';

/** A boolean in the storage of this browser, with a function that sets it. */
export function useRemembered(key: string): [boolean, () => void] {
  const [value, setValue] = useLocalStorage({ key, defaultValue: false, getInitialValueInEffect: false });
  return [value, useCallback(() => setValue(true), [setValue])];
}

/** Storage key of "a user of the organization has opened a failing control", one of the first steps. */
export function openedFailingControl(tenantId: string): string {
  return `crosswalk.first-run.control.${tenantId}`;
}
