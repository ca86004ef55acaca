import { createHmac } from 'node:crypto';
import type { Client } from '../support/client.js';
import { GithubServer } from './github-server.js';
import { JiraServer } from './jira-server.js';

export interface Tracker {
  id: string;
  name: string;
  identity: string | null;
  state: string;
  last_error: string | null;
  hook_url: string;
}

export interface Ticket {
  id: string;
  status: string;
  key: string | null;
  url: string | null;
  state_name: string | null;
  error: string | null;
}

export const TRACKERS = '/api/ticket-trackers';

/** What connects a repository. */
export function github({ url }: GithubServer) {
  return { kind: 'github', name: 'Code', address: url, project: GithubServer.REPOSITORY, token: GithubServer.TOKEN };
}

/** What connects a project of Jira. */
export function jira({ url }: JiraServer) {
  const { EMAIL: email, TOKEN: token } = JiraServer;
  return { kind: 'jira', name: 'Engineering', address: url, project: 'ENG', issue_type: 'Task', email, token };
}

/** Connects a tracker. @returns it, and the secret of its webhook */
export async function connectTracker(admin: Client, body: object): Promise<Tracker & { hookSecret: string }> {
  const answer = await admin.post(TRACKERS, body);
  if (answer.status !== 201) throw new Error(answer.text);
  const { data } = answer.body as { data: { ticket_tracker: Tracker; hook_secret: string } };
  return { ...data.ticket_tracker, hookSecret: data.hook_secret };
}

/** Asks for a ticket. @returns its id */
export async function askForTicket(client: Client, workItemId: string, body: object): Promise<string> {
  const answer = await client.post(`/api/work-items/${workItemId}/tickets`, body);
  if (answer.status !== 202) throw new Error(answer.text);
  return (answer.body as { data: { id: string } }).data.id;
}

/** Tickets of a work item. */
export async function ticketsOf(client: Client, workItemId: string): Promise<Ticket[]> {
  return (await client.rest<{ tickets: Ticket[] }>(`/api/work-items/${workItemId}`)).tickets;
}

/** Sends a message to the webhook of a tracker, signed. */
export function sendHook(
  { hook_url: url, hookSecret }: { hook_url: string; hookSecret: string },
  message: object,
  secret = hookSecret,
): Promise<Response> {
  const body = JSON.stringify(message);
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  return fetch(url, { method: 'POST', body, headers: { 'x-hub-signature-256': signature } });
}
