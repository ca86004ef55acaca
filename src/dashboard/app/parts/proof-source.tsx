import { useTranslation } from 'react-i18next';
import type { Grounds, Source } from './proof.rules';

interface ProofSourceProps {
  source: Source;
  /** Of the assessment; null where it is not known, as of a former moment. */
  grounds: Grounds | null;
}

/** What shows an element, as a small chip. */
export function ProofSource({ source, grounds }: ProofSourceProps) {
  const { t } = useTranslation('common');
  const word = source === 'test' ? 'test' : grounds === null || grounds === 'nothing' ? 'assessment' : grounds;
  return <span className="proof-source">{t(`proofSource.${word}`)}</span>;
}
