import { createContext, useContext } from 'react';
import type { ShellQuery } from './shell.gql';

const ShellContext = createContext<ShellQuery | null>(null);
export const ShellProvider = ShellContext.Provider;

/** Who asks, for whom, the frameworks they see. */
export function useShell(): ShellQuery {
  const data = useContext(ShellContext);
  if (!data) throw new Error('this is not inside the shell');
  return data;
}

/** Tells whether the caller may do an operation, by the service's own answer: what they may not is not shown. */
export function useMay(): (operation: string) => boolean {
  const { permissions } = useShell();
  return (operation) => permissions.includes(operation);
}
