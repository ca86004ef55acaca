import { Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';

/** List of names with values. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl
      style={{
        display: 'grid',
        gridTemplateColumns: 'minmax(96px, max-content) 1fr',
        gap: '8px 24px',
        margin: 0,
        overflowWrap: 'anywhere',
      }}
    >
      {facts.map(([name, value], index) => (
        <Fragment key={`${index} ${name}`}>
          <Text component="dt" c="dimmed">
            {name}
          </Text>
          <Text component="dd" m={0}>
            {value}
          </Text>
        </Fragment>
      ))}
    </dl>
  );
}
