// Detects requests to a loopback server from another site. With DNS rebinding, such a page resolves its name to 127.0.0.1, but Host and
// Origin still show it.

export function isForeignRequest({ host, origin }: { host?: string; origin?: string }, port: number): boolean {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!host || !hosts.includes(host)) return true;
  return origin !== undefined && !hosts.some((name) => origin === `http://${name}`);
}
