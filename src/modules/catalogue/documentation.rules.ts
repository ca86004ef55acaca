/** Where each provider's own documentation is searched, up to the words. A provider that is not here has no search without a log-in. */
const SEARCHES: Readonly<Record<string, string>> = {
  aws: 'https://docs.aws.amazon.com/search/doc-search.html?searchPath=documentation&searchQuery=',
  azure: 'https://learn.microsoft.com/en-us/search/?terms=',
  m365: 'https://learn.microsoft.com/en-us/search/?terms=',
  gcp: 'https://cloud.google.com/s/results?q=',
  github: 'https://docs.github.com/en/search?query=',
  kubernetes: 'https://kubernetes.io/search/?q=',
  postgresql: 'https://www.postgresql.org/search/?u=%2Fdocs%2F&q=',
};

/** A page of a provider's documentation, by its title: addresses of pages change, titles are found. */
export interface Documentation {
  title: string;
  /** Address of a search for the title at the provider; null where it has none. */
  searchUrl: string | null;
}

/** Where the documentation of a provider has a page with the title. */
export function documentationOf(provider: string, title: string): Documentation {
  const search = SEARCHES[provider];
  return { title, searchUrl: search === undefined ? null : search + encodeURIComponent(title) };
}
