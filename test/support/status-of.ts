/** Status of a GET whose body does not matter; a body that nobody reads would keep the connection open. */
export async function statusOf(url: string | URL): Promise<number> {
  const response = await fetch(url);
  await response.body?.cancel();
  return response.status;
}
