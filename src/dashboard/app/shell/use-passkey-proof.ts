import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showPasskey } from '../../session/passkey';
import { described } from '../parts/described';
import { BeginPasskeyProofDocument, ProvePasskeyDocument } from './step-up.gql';

export interface PasskeyProof {
  isBusy: boolean;
  /** Why the last one was refused; null for none. */
  refusal: string | null;
  /** Asks for a passkey of the user. @returns whether the session has a new proof now */
  prove: () => Promise<boolean>;
}

/** A new proof of the user by one of their passkeys. */
export function usePasskeyProof(): PasskeyProof {
  const { t } = useTranslation('common');
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [begin] = useMutation(BeginPasskeyProofDocument, { fetchPolicy: 'no-cache' });
  const [finish] = useMutation(ProvePasskeyDocument, { fetchPolicy: 'no-cache' });
  async function attempt(): Promise<boolean> {
    const { data } = await begin();
    const shown = await showPasskey(data?.beginPasskeyReauthentication.options);
    if (shown.kind !== 'given') {
      setRefusal(t('login.noPasskey'));
      return false;
    }
    const answer = await finish({ variables: { input: { credential: shown.credential } } });
    return Boolean(answer.data);
  }
  async function prove(): Promise<boolean> {
    setBusy(true);
    setRefusal(null);
    try {
      return await attempt();
    } catch (err) {
      setRefusal(described(err).message);
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, refusal, prove };
}
