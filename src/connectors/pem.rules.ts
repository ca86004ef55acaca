/** Whether a text holds a PEM block of that kind (RFC 7468). */
export function isPem(text: string, kind: 'CERTIFICATE' | 'PRIVATE KEY'): boolean {
  const [, block = ''] = text.split(new RegExp(`-----BEGIN (?:[A-Z]+ )?${kind}-----`));
  return block.search(new RegExp(`-----END (?:[A-Z]+ )?${kind}-----`)) > 0;
}
