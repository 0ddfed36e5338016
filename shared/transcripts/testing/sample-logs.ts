// Small logs in the shape of each client, in words of our own. Each has a start, a failed call of `pay` and a line of the server's stderr.

const time = (ms: number): string => new Date(Date.UTC(2026, 10, 17, 9, 0, 0) + ms).toISOString();
const json = (value: object): string => JSON.stringify(value);

const request = json({
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: { name: 'pay', arguments: { amount: 5 } },
});
const response = json({
  jsonrpc: '2.0',
  id: 7,
  result: { content: [{ type: 'text', text: 'Card declined: insufficient funds' }], isError: true },
});
const open = json({ jsonrpc: '2.0', id: 8, method: 'tools/call', params: { name: 'refund', arguments: {} } });

const claudeLine = (ms: number, said: object) =>
  json({ ...said, timestamp: time(ms), sessionId: 'session-1', cwd: '/home/ada/party' });

const claudeCode = [
  claudeLine(0, { debug: 'Starting connection with timeout of 30000ms' }),
  claudeLine(10, { error: 'Server stderr: reading prices' }),
  claudeLine(800, { debug: 'Successfully connected (transport: stdio) in 812ms' }),
  claudeLine(900, { debug: 'Calling MCP tool: pay' }),
  claudeLine(2900, { debug: "Tool 'pay' failed after 2s: Card declined: insufficient funds" }),
];

const desktopLine = (ms: number, said: string, level = 'info') =>
  `${time(ms)} [shop] [${level}] ${said} { metadata: undefined }`;

const desktop = [
  desktopLine(0, 'Initializing server...'),
  desktopLine(10, 'Server started and connected successfully'),
  'reading prices',
  desktopLine(900, `Message from client: ${request}`),
  desktopLine(950, `Message from server: ${response}`),
  desktopLine(960, 'Message from client: method="tools/list" id=9 params'),
  desktopLine(970, `Message from client: ${open}`),
  desktopLine(1000, 'Server transport closed unexpectedly, this is likely due to the process exiting early.', 'error'),
];

const desktopAll = desktop.map((line) =>
  line.replace(/\[shop\] \[(\w+)\]/, '[$1] [shop]').replace(' { metadata: undefined }', ''),
);

const codeLine = (clock: string, level: string, said: string) => `2026-11-17 09:00:${clock} [${level}] ${said}`;

const vscode = [
  codeLine('00.000', 'info', 'Starting server shop'),
  codeLine('00.010', 'info', 'Connection state: Starting'),
  codeLine('00.020', 'warning', '[server stderr] reading prices'),
  codeLine('00.900', 'debug', `[editor -> server] ${request}`),
  codeLine('00.950', 'debug', `[server -> editor] ${response}`),
  codeLine('00.970', 'debug', `[editor -> server] ${open}`),
  codeLine('01.000', 'info', 'Connection state: Error Process exited with code 1'),
];

/** By their paths below the home folder on Linux. */
export const sampleLogs = {
  '.cache/claude-cli-nodejs/-home-ada-party/mcp-logs-shop/2026-11-17T09-00-00-000Z.jsonl': claudeCode,
  '.config/Claude/logs/mcp-server-shop.log': desktop,
  '.config/Claude/logs/mcp.log': desktopAll,
  '.config/Code/logs/20261117T090000/window1/mcpServer.mcp.config.usrlocal.shop.log': vscode,
} as const;
