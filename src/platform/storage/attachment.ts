import contentDisposition from 'content-disposition';

/**
 * `Content-Disposition` of a file to be saved as `fileName`, in ASCII only: other letters are encoded in `filename*`
 * (RFC 6266), because some servers do not preserve them.
 */
export function attachmentOf(fileName: string): string {
  return contentDisposition(fileName, { fallback: fileName.replace(/[^ -~]/gu, '_') });
}
