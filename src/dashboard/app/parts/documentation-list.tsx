import { Anchor, List } from '@mantine/core';

interface DocumentationListProps {
  /** Titles, each with the address of the provider's search for it. */
  documentation: readonly { title: string; searchUrl: string | null }[];
}

/** Pages of a provider's documentation: links to its search, plain titles where it has none. */
export function DocumentationList({ documentation }: DocumentationListProps) {
  return (
    <List>
      {documentation.map(({ title, searchUrl }) => (
        // Links below each other are targets 24 px apart (WCAG 2.2, 2.5.8).
        <List.Item key={title} lh="24px">
          {searchUrl === null ? (
            title
          ) : (
            <Anchor href={searchUrl} target="_blank" rel="noopener noreferrer">
              {title}
            </Anchor>
          )}
        </List.Item>
      ))}
    </List>
  );
}
