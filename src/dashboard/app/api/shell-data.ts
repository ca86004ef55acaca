import { createContext, useContext } from 'react';
import type { ShellQuery } from './shell.gql';

const ShellContext = createContext<ShellQuery | null>(null);
export const ShellProvider = ShellContext.Provider;

/** Current user, organization and visible frameworks. */
export function useShell(): ShellQuery {
  const data = useContext(ShellContext);
  if (!data) throw new Error('this is not inside the shell');
  return data;
}

/**
 * Returns whether the user may call an operation, from the permissions that the service reports. Controls without
 * permission are hidden.
 */
export function useMay(): (operation: string) => boolean {
  const { permissions } = useShell();
  return (operation) => permissions.includes(operation);
}
