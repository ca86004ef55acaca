/** Failure of the demo; the message is written for its audience. */
export class DemoError extends Error {
  override readonly name = 'DemoError';
}

/** The service refused a request. The message is that of the service: status, code and all details. */
export class RefusalError extends DemoError {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}
