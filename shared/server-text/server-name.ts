// A server's name without the words that the package names of servers share.

/** `mcp-server-git` and `mcp_server_git` are `git`. */
export function shortServerName(name: string): string {
  return name.replace(/^mcp[-_]server[-_](?=.)/i, '');
}
