import type { SessionStore } from '../session-store';

/** What the service refused, as its envelope says. */
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

/** Sends a form to one of the documented REST paths: files go this way. @returns `data` @throws {RestError} */
export async function upload(sessions: SessionStore, path: string, form: FormData): Promise<unknown> {
  const response = await fetch(path, { method: 'POST', headers: sessions.headers(), body: form });
  if (response.status === 401) sessions.expire();
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return field(body, 'data');
  const error = field(body, 'error');
  const details = field(error, 'details');
  throw new RestError(
    text(field(error, 'message')) ?? `the service answered with status ${response.status}`,
    text(field(error, 'code')) ?? 'UNKNOWN',
    response.headers.get('x-request-id'),
    Array.isArray(details)
      ? details.map((each) => ({
          field: text(field(each, 'field')) ?? '',
          message: text(field(each, 'message')) ?? '',
        }))
      : [],
  );
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
