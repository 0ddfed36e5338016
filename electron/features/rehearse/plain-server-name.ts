// The name of a watched server without its client. The window names it `shop (Codex)`, since each client has its own process. Here
// the client is named beside it, and the same server of two clients must read the same.

export function plainServerName(name: string, client: string): string {
  const ending = ` (${client})`;
  return name.endsWith(ending) && name.length > ending.length ? name.slice(0, -ending.length) : name;
}
