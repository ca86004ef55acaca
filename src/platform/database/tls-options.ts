import { parseIntoClientConfig } from 'pg-connection-string';
import type { ClientConfig } from 'pg';

/**
 * What a connection URL says about TLS (`sslmode`, `sslrootcert`, …), for MikroORM: it reads host, user and database of the URL and
 * leaves out the rest, so that a connection would not be encrypted whatever the URL says.
 */
export function tlsOptions(url: string): Pick<ClientConfig, 'ssl'> {
  const { ssl } = parseIntoClientConfig(url);
  return ssl === undefined ? {} : { ssl };
}
