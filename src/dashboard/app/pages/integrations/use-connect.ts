import { useApolloClient, useMutation } from '@apollo/client/react';
import { useAttempts } from '../../parts/attempt';
import { FieldFaults } from '../../parts/described';
import {
  ConnectIntegrationDocument,
  IntegrationsDocument,
  SetScheduleDocument,
  TestConnectionDocument,
  type ConnectIntegrationMutationVariables,
  type TestConnectionMutationVariables,
} from './integrations.gql';

/** Every day at two, in the time zone of the organization. */
export const DAILY = '0 2 * * *';

interface UseConnectOptions {
  onConnected: (id: string) => void;
  /** Is called with the error of an attempt. */
  reveal: (error: unknown) => void;
}

/** Test and connection of a new integration, and the error of the last attempt of either. */
export function useConnect({ onConnected, reveal }: UseConnectOptions) {
  const client = useApolloClient();
  const { error, attempt } = useAttempts();
  const [runTest, tested] = useMutation(TestConnectionDocument);
  const [runConnect, connected] = useMutation(ConnectIntegrationDocument);
  const [schedule, scheduled] = useMutation(SetScheduleDocument);
  const revealing = (action: () => Promise<unknown>) =>
    attempt(() =>
      action().catch((err: unknown) => {
        reveal(err);
        throw err;
      }),
    );
  /** Shows at its field what is wrong, or no longer. @param faults messages by the names of fields; null for none */
  const refuse = async (faults: Readonly<Record<string, string>> | null) => {
    if (faults !== null) await revealing(() => Promise.reject(new FieldFaults(faults)));
    else if (error instanceof FieldFaults) await attempt(() => Promise.resolve());
  };
  const test = (input: TestConnectionMutationVariables['input']) => revealing(() => runTest({ variables: { input } }));
  const connect = (input: ConnectIntegrationMutationVariables['input'], isDaily: boolean) =>
    revealing(async () => {
      const { data } = await runConnect({ variables: { input } });
      const id = data?.connectIntegration.integration.id;
      // It is connected by now; that it has no schedule is said in its panel.
      if (id !== undefined && isDaily) {
        await schedule({ variables: { input: { integrationId: id, cron: DAILY } } }).catch(() => undefined);
      }
      // The page of the new one is found in the list; that it cannot be read is said there.
      await client.refetchQueries({ include: [IntegrationsDocument] }).catch(() => undefined);
      if (id !== undefined) onConnected(id);
    });
  return {
    error,
    tested: tested.data?.testConnection,
    isTesting: tested.loading,
    isConnecting: connected.loading || scheduled.loading,
    refuse,
    test,
    connect,
  };
}
