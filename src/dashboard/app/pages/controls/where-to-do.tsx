import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { TextLink } from '../../parts/text-link';
import type { Derivation } from './derivation';

type Missing = Derivation['missing'][number];
type Mapping = Derivation['mappings'][number];

interface WhereToDoProps {
  part: Missing;
  mapping: Mapping | undefined;
}

/** The way to where a missing part is done; nothing where nothing can be done here. */
export function WhereToDo({ part, mapping }: WhereToDoProps) {
  const { t } = useTranslation('controls');
  const may = useMay();
  switch (part.action) {
    case 'repair':
      return <TextLink to="/remediation">{t('derivation.toRepair')}</TextLink>;
    case 'grant_access':
    case 'run_checks': {
      const scanId = mapping?.elements
        .filter(({ number }) => part.elements.includes(number))
        .flatMap(({ votes }) => votes)
        .find(({ result }) => result !== 'pass')?.scanJobId;
      if (scanId === undefined) return <TextLink to="/integrations">{t('derivation.toIntegrations')}</TextLink>;
      return (
        <TextLink to="/scans/$scanId" params={{ scanId }}>
          {t('derivation.toScan')}
        </TextLink>
      );
    }
    case 'not_mapped':
      return null;
    case 'assess':
    case 'add_evidence': {
      const { id, code } = part.universalControl;
      const again = mapping?.assessment ? 'derivation.toReassess' : 'derivation.toAssess';
      const word = t(may('createAssessment') ? again : 'derivation.toOpen');
      return (
        <TextLink
          to="/mapping/universal/$universalControlId"
          params={{ universalControlId: id }}
          search={{ assess: may('createAssessment') || undefined }}
          aria-label={`${word} ${code}`}
        >
          {word}
        </TextLink>
      );
    }
  }
}
