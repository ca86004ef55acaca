import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ScanResultsQuery } from './results.gql';

type Result = ScanResultsQuery['scanResults']['nodes'][number];
type Parts = NonNullable<Result['findingParts']>;

/** What tests say of a control, in the language of the page where the service knows the parts of its sentence; why not more in small print. */
export function FoundText({ result }: { result: Result }) {
  const { t } = useTranslation('scans');
  const { finding, findingParts: parts } = result;
  const said = useSentence(result);
  if (!parts) return <Text miw={240}>{finding}</Text>;
  const { withheld, withheldReasons, missing, supporting, accepted } = parts;
  const rest = [
    withheld > 0 ? t('results.withheld', { count: withheld, reasons: withheldReasons ?? '' }) : '',
    missing > 0 ? t('results.missing', { count: missing }) : '',
    supporting > 0 ? t('results.supporting', { count: supporting }) : '',
    accepted > 0 ? t('results.accepted', { count: accepted }) : '',
  ].filter((words) => words !== '');
  return (
    <div style={{ minWidth: 240 }}>
      <Text>{said(parts)}</Text>
      {rest.length > 0 && (
        <Text size="xs" c="dimmed">
          {rest.join(' ')}
        </Text>
      )}
    </div>
  );
}

function useSentence({ resourcesFailed }: Result) {
  const { t } = useTranslation('scans');
  return ({ kind, checks, checksTotal, named, namedMore }: Parts): string => {
    switch (kind) {
      case 'failed':
        return t('results.failed', {
          failed: checks,
          count: checksTotal,
          resources: t('results.onResources', { count: resourcesFailed }),
          named: [named, ...(namedMore > 0 ? [t('results.andMore', { count: namedMore })] : [])].join('; '),
        });
      case 'passed':
        return t('results.passed', { count: checks });
      case 'partly':
        return t('results.partly', { passed: checks, count: checksTotal });
      case 'manual':
        return t('results.manual');
      case 'no_check':
        return t('results.noCheck');
    }
  };
}
