import { useQuery } from '@apollo/client/react';
import { Answered } from '../../parts/answered';
import { Catalogue } from './catalogue';
import { ConnectForm } from './connect-form';
import { useKindTexts } from './use-kind-texts';
import { IntegrationKindsDocument, type IntegrationsQuery } from './integrations.gql';

interface ConnectPanelProps {
  /** Integration type to connect; with an unknown one, a list of types is shown. */
  type: string;
  /** What is connected already. */
  integrations: IntegrationsQuery['integrations'];
  onConnected: (id: string) => void;
  onCancel: () => void;
}

/** Panel that connects an integration: first its type, then its settings. */
export function ConnectPanel({ type, integrations, onConnected, onCancel }: ConnectPanelProps) {
  const result = useQuery(IntegrationKindsDocument);
  const inWords = useKindTexts();
  return (
    <Answered result={result}>
      {({ integrationKinds }) => {
        const kinds = inWords(integrationKinds);
        const kind = kinds.find((each) => each.type === type);
        if (!kind) return <Catalogue kinds={kinds} integrations={integrations} />;
        return <ConnectForm key={type} kind={kind} onConnected={onConnected} onCancel={onCancel} />;
      }}
    </Answered>
  );
}
