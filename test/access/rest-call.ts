import type { Answer, Client } from '../support/client.js';
import type { RestCase } from './verdicts-rest.js';
import type { World } from './world.js';

/** Calls the row `name`, a method and a path, as its case says. */
export function callRest(client: Client, name: string, { path, body, file }: RestCase, world: World): Promise<Answer> {
  const [method = ''] = name.split(' ');
  if (file !== undefined) return client.upload(path(world), file);
  if (method === 'PUT') return client.put(path(world), body?.(world));
  if (method === 'POST') return client.post(path(world), body?.(world));
  return client.send(method, path(world));
}
