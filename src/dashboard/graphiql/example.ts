/** An example operation for newcomers. */
export interface Example {
  title: string;
  description: string;
  /** Named operation: the name is the title of its tab. */
  query: string;
  /** JSON text. @default '' */
  variables?: string;
}
