import contentDisposition from 'content-disposition';

/**
 * The `Content-Disposition` of a file to be saved under `fileName`, in ASCII alone: other letters stand in `filename*` (RFC
 * 6266), for not every server passes them on as they were.
 */
export function attachmentOf(fileName: string): string {
  return contentDisposition(fileName, { fallback: fileName.replace(/[^ -~]/gu, '_') });
}
