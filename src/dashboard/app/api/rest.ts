import type { SessionStore } from '../session-store';

/** Error response of REST, from its envelope. */
export class RestError extends Error {
  override readonly name = 'RestError';

  static is(error: unknown): error is RestError {
    return error instanceof RestError;
  }

  constructor(
    message: string,
    readonly code: string,
    readonly requestId: string | null,
    readonly details: readonly { field: string; message: string }[],
  ) {
    super(message);
  }
}

/** Progress callback and abort signal of an upload. */
export interface UploadOptions {
  /** Called with the share of the form that was sent: percent 0–100, whole. */
  onProgress?: (percent: number) => void;
  /** Aborts the upload; the promise is rejected with the signal's reason. */
  signal?: AbortSignal;
}

/** Uploads a form to a REST path. @returns `data` @throws {RestError} */
export async function upload(
  sessions: SessionStore,
  path: string,
  form: FormData,
  options: UploadOptions = {},
): Promise<unknown> {
  const request = new XMLHttpRequest();
  const headers = await sessions.headers();
  request.open('POST', path);
  request.setRequestHeader('x-service-envelope', 'standard');
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  await sent(request, form, options);
  if (request.status === 401) await sessions.renew(headers.Authorization?.replace('Bearer ', '') ?? '');
  const body = parsed(request.responseText);
  if (request.status >= 200 && request.status < 300) return field(body, 'data');
  throw errorOf(body, request.status, request.getResponseHeader('x-request-id'));
}

/** What a REST path answers as a media type, whole. @throws {RestError} */
export async function downloadOf(sessions: SessionStore, path: string, accept: string): Promise<Blob> {
  const headers = await sessions.headers();
  const response = await fetch(path, { headers: { ...headers, accept, 'x-service-envelope': 'standard' } });
  if (response.ok) return response.blob();
  if (response.status === 401) await sessions.renew(headers.Authorization?.replace('Bearer ', '') ?? '');
  throw errorOf(parsed(await response.text()), response.status, response.headers.get('x-request-id'));
}

function errorOf(body: unknown, status: number, requestId: string | null): RestError {
  const error = field(body, 'error');
  const details = field(error, 'details');
  return new RestError(
    text(field(error, 'message')) ?? `the service answered with status ${status}`,
    text(field(error, 'code')) ?? 'UNKNOWN',
    requestId,
    Array.isArray(details)
      ? details.map((each) => ({
          field: text(field(each, 'field')) ?? '',
          message: text(field(each, 'message')) ?? '',
        }))
      : [],
  );
}

/** Resolves with the response. An XMLHttpRequest, because `fetch` does not report how much has been sent. */
function sent(request: XMLHttpRequest, form: FormData, { onProgress, signal }: UploadOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    request.onload = () => resolve();
    request.onerror = () => reject(new TypeError('the service cannot be reached'));
    request.onabort = () => reject(signal?.reason as Error);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(Math.floor((100 * loaded) / total));
    signal?.throwIfAborted();
    signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
