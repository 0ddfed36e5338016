// Whether a request to a loopback server comes from elsewhere. A page on another site that resolves its name to 127.0.0.1 shows in
// Host and Origin (DNS rebinding).

export function isForeignRequest({ host, origin }: { host?: string; origin?: string }, port: number): boolean {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!host || !hosts.includes(host)) return true;
  return origin !== undefined && !hosts.some((name) => origin === `http://${name}`);
}
