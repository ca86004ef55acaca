/** The story cannot go on; the message is written for whoever watches it. */
export class DemoError extends Error {
  override readonly name = 'DemoError';
}

/** The service refused a request. Its message is the service's own: status, code and every detail. */
export class RefusalError extends DemoError {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}
