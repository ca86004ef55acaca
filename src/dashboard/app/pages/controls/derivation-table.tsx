import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { ProofSource } from '../../parts/proof-source';
import { BAND_OF_STANDING } from '../../parts/proof.rules';
import { Sign } from '../../parts/sign';
import { TextLink } from '../../parts/text-link';
import { useFaults } from '../../parts/use-faults';
import { groundsOfMapping } from './derived-element';
import type { Derivation } from './derivation';
import { elementRowsOf, type ElementRow } from './element-rows.rules';
import { partOfRow } from './missing.rules';
import { WhereToDo } from './where-to-do';

type Mapping = Derivation['mappings'][number];
type Row = ElementRow<Mapping>;

/** Every element that a control asks for: what decides it, with which result, since when, and the way to show it. What fails stands first. */
export function DerivationTable({ mappings, missing }: Pick<Derivation, 'mappings' | 'missing'>) {
  const { t } = useTranslation('controls');
  const format = useFormat();
  return (
    <div className="derivation-table">
      <DataTable
        label={t('derivation.table')}
        rows={elementRowsOf(mappings)}
        rowKey={({ mapping, element }) => `${mapping.mapping.id} ${element.number}`}
        columns={[
          {
            key: 'element',
            header: t('derivation.column.element'),
            cell: ({ mapping, element }) => (
              <Text miw={240}>
                <UniversalControl mapping={mapping} /> {element.number}. {element.text}
              </Text>
            ),
          },
          { key: 'by', header: t('derivation.column.by'), cell: (row) => <DecidedBy row={row} /> },
          {
            key: 'result',
            header: t('derivation.column.result'),
            cell: ({ standing, word }) => (
              <>
                <Sign {...BAND_OF_STANDING[standing]} /> {t(`derivation.result.${word}`)}
              </>
            ),
          },
          {
            key: 'date',
            header: t('derivation.column.date'),
            cell: ({ at }) => at !== null && <time dateTime={at}>{format.date(at)}</time>,
          },
          { key: 'todo', header: t('derivation.column.todo'), cell: (row) => <Todo row={row} missing={missing} /> },
        ]}
      />
    </div>
  );
}

function Todo({ row, missing }: { row: Row; missing: Derivation['missing'] }) {
  const part = partOfRow(missing, row);
  return part === undefined ? null : <WhereToDo part={part} mapping={row.mapping} />;
}

function UniversalControl({ mapping: { mapping } }: { mapping: Mapping }) {
  const { id, code } = mapping.universalControl;
  return (
    <TextLink
      to="/mapping/universal/$universalControlId"
      params={{ universalControlId: id }}
      className="derivation-code control-code"
    >
      {code}
    </TextLink>
  );
}

function DecidedBy({ row: { mapping, element, source } }: { row: Row }) {
  const failing = element.votes
    .filter(({ result }) => result === 'fail')
    .flatMap(({ checks }) => checks.filter(({ resourcesFailed }) => resourcesFailed > 0));
  const faultOf = useFaults(failing);
  if (failing.length > 0) {
    const names = new Map(failing.map((check) => [check.ruleId, faultOf === null ? check.title : faultOf(check)]));
    return [...names.values()].join('; ');
  }
  if (source !== null) return <ProofSource source={source} grounds={groundsOfMapping(mapping)} />;
  return null;
}
