/** Tags by key. */
export function tagsOf(tags: readonly { Key?: string | undefined; Value?: string | undefined }[] | undefined) {
  return Object.fromEntries((tags ?? []).flatMap(({ Key: key, Value: value = '' }) => (key ? [[key, value]] : [])));
}

/** Name of a resource: its tag `Name`, or else its id. */
export function nameOf(
  tags: readonly { Key?: string | undefined; Value?: string | undefined }[] | undefined,
  id: string,
): string {
  const name = tags?.find(({ Key: key }) => key === 'Name')?.Value?.trim();
  return name === undefined || name === '' ? id : name;
}
