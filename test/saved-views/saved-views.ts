import type { Client } from '../support/client.js';

export const SAVE = 'mutation ($input: SaveViewInput!) { saveView(input: $input) { savedView { id } } }';

/** Saves a view. @returns its id */
export async function saveView(client: Client, input: object): Promise<string> {
  const { saveView: saved } = await client.data<{ saveView: { savedView: { id: string } } }>(SAVE, { input });
  return saved.savedView.id;
}
