// For tests: the second half of the sentences by kind (kinds.ts): failures reported as success, frameworks, networks, long texts.

import type { FailureClass, Verdict } from '../../failure.ts';
import type { Kind } from './kinds.ts';

/** Texts of results without isError that are failures all the same. */
export const dressed: readonly string[] = [
  'Error: the shelf could not be opened',
  '❌ Upload failed: disk quota reached',
  '🚫 You do not have permission to edit this board',
  '⛔ Access denied',
  'Failed to move the card: list is archived',
  'Unable to reach the printer',
  'Could not save the draft, the folder is read-only',
  'Error during sync: connection reset by peer',
  'Weather lookup failed: HTTP 502',
  'Processed 3 items: 0 successful, 3 failed',
  'Done. Succeeded: 0, Failed: 2',
  'Request timed out after 30 seconds',
  'API key not configured. Please set BOARD_KEY and restart the server.',
  'Please log in first: run the login tool.',
  'An unexpected error occurred while drawing the chart',
  'Something went wrong, please try again later',
  'The board does not exist',
  'Invalid row index. The table has 4 rows.',
  'Must provide either an id or a name',
  '错误：无法打开文件',
  '获取天气失败：网络超时',
  '请先登录后再使用该功能，未登录',
  'エラー: 接続できませんでした',
  'カードの作成に失敗しました',
  'Ошибка: нет доступа к доске',
  'Не удалось сохранить карточку',
  'No se pudo guardar la tarjeta: permiso denegado',
  'Error al crear la tarjeta: el tablero no existe',
  'Fehler: Die Karte konnte nicht gespeichert werden',
  'Es ist ein Fehler aufgetreten',
  'Erreur : impossible de créer la carte',
  "Une erreur s'est produite lors de la création",
  'Não foi possível salvar o cartão',
  'The parcel could not be booked: the depot is closed',
  'The printer did not respond within 10 seconds',
  'The transfer was not successful. Reason: the account is closed',
  'Das Paket konnte nicht gebucht werden: Depot geschlossen',
  '{"result":"error","reason":"the depot is closed"}',
  '{"statusCode":502,"body":"Bad Gateway"}',
  '오류: 카드를 저장할 수 없습니다',
  '{"success": false, "message": "The list is archived"}',
  '{"errcode": 40013, "errmsg": "invalid appid"}',
  '{"code": 500, "msg": "参数错误", "data": null}',
  '{"message": "Forbidden"}',
  '{"detail": "Not Found"}',
];

/** Texts of results that are none: documents, program output, search results, listings, negative answers. */
export const plain: readonly [tool: string, text: string][] = [
  ['container_logs', 'Error: listen EADDRINUSE :::3000\n    at Server.listen (node:net:1)\nrestarting'],
  ['worker', 'ERROR: lost the peer\nERROR: trying again\nINFO: found the peer'],
  ['check_form', '{"valid":false,"errors":[{"path":"/title","message":"is required"}]}'],
  ['forecast', 'Dry and cold. Error margin: 2 degrees'],
  ['ask_model', 'I could not find evidence for the claim, but here is what is known.'],
  ['send_parcel', 'Parcel sent. 1 label could not be printed.'],
  ['search_docs', 'How to handle errors in Rust: use Result and the ? operator.'],
  ['search_docs', 'Found 3 documents: "Error budgets", "Failing fast", "Exceptions considered"'],
  ['search', 'No results found for "unable to connect"'],
  ['search', 'No matching cards.'],
  ['find_card', 'Card not found'],
  ['get_log', '12:00:01 ERROR worker failed\n12:00:02 INFO worker restarted\n12:00:09 INFO all good'],
  ['read_file', '# Troubleshooting\n\nError: connect ECONNREFUSED means that the server is down.'],
  ['run_tests', 'Tests: 2 passed, 1 failed, 3 total'],
  ['run_command', 'cat: nope.txt: No such file or directory'],
  ['bash', 'make: *** [all] Error 2'],
  ['list_errors', 'Errors: 0'],
  ['list_errors', 'Error rate: 0.2 %, error count: 7'],
  ['check_link', '{"valid": false, "reason": "expired"}'],
  ['lookup', '{"found": false}'],
  ['lint', '❌ 3 problems found\n  a.js:1 missing semicolon'],
  ['validate', 'Invalid: the second row has no total'],
  ['get_status', '{"status": "ok", "errors": [], "failed": 0}'],
  ['get_build', '{"id": 7, "status": "failed", "branch": "main", "startedAt": "2026-01-01"}'],
  ['list_jobs', '[{"id":1,"state":"failed"},{"id":2,"state":"done"}]'],
  ['import_rows', 'Imported 40 rows: 38 successful, 2 failed'],
  ['send_mail', 'Mail sent. No errors.'],
  ['explain', 'Unauthorized means that the server does not know who you are.'],
  ['translate', 'Fehler'],
  ['summarize', 'The article argues that failed startups teach more than successful ones.'],
  ['create_card', 'Card created. Warning: the list is nearly full.'],
  ['create_card', '✅ Done, 0 errors'],
  ['fetch_page', '404 pages that made us smile'],
  ['get_forecast', 'Could be cloudy; rain not expected.'],
  ['query', '[{"error_count": 3, "service": "mail"}]'],
  ['get_document', '错误处理指南：第一章'],
  ['get_document', 'エラー処理の基本について'],
  [
    'get_document',
    'Ошибка выжившего: почему мы видим только победителей ' + 'и что с этим делать в исследованиях, если данных мало',
  ],
  ['recall', 'You said yesterday that the deploy failed and asked to be reminded.'],
  ['draw', 'graph TD; A[Start] --> B{Error?}; B -->|yes| C[Retry]'],
  ['get_weather', '{"code": 200, "msg": "success", "data": {"temp": 21}}'],
  ['get_weather', '{"code": 0, "message": "ok", "data": []}'],
  ['status', '{"error": null, "result": 3}'],
  ['get_page', '{"message": "Not Found", "pages": [{"id": 1}], "total": 1}'],
  ['get_message', '{"message": "Forbidden fruit"}'],
];

/** Errors in the envelopes of frameworks: the message must hold these words, as its beginning. */
export const frameworks: readonly [text: string, message: string, classes: readonly FailureClass[]][] = [
  [
    'Traceback (most recent call last):\n' +
      '  File "/srv/a.py", line 3, in run\n' +
      '    go()\n  File "/srv/b.py", line 9, in go\n    raise ValueError(x)\n' +
      'ValueError: the city must not be empty',
    'the city must not be empty',
    ['validation'],
  ],
  [
    'Traceback (most recent call last):\n  File "a.py", line 1, in f\n' +
      'KeyError: 1\n\nDuring handling of the above exception, another exception occurred:\n\n' +
      'Traceback (most recent call last):\n  File "b.py", line 2, in g\n' +
      'httpx.ConnectError: All connection attempts failed',
    'All connection attempts failed',
    ['dependency'],
  ],
  [
    'failed to read the board\n\n' +
      'Caused by:\n    0: error sending request for url (https://boards.example/)\n' +
      '    1: tcp connect error\n    2: Connection refused (os error 111)',
    'Connection refused',
    ['dependency'],
  ],
  [
    'failed to open the archive\n\nCaused by:\n    No such file or directory (os error 2)',
    'No such file or directory',
    ['not_found', 'not_ready'],
  ],
  [
    'org.example.BoardException: cannot load board\n' +
      '\tat org.example.Boards.load(Boards.java:12)\n' +
      'Caused by: java.net.SocketTimeoutException: Read timed out\n' +
      '\tat java.net.Socket.read(Socket.java:1)',
    'Read timed out',
    ['timeout'],
  ],
  [
    'Request processing failed; nested exception is org.springframework.web.client.ResourceAccessException: Connection refused',
    'Connection refused',
    ['dependency'],
  ],
  [
    'System.InvalidOperationException: Board failed ---> System.Net.Http.HttpRequestException: No such host is known.\n   at Boards.Load()',
    'No such host is known',
    ['dependency'],
  ],
  ['One or more errors occurred. (The operation has timed out.)', 'The operation has timed out', ['timeout']],
  [
    'Error: board failed\n    at load (board.js:1:1) {\n  [cause]: Error: connect ECONNREFUSED 127.0.0.1:80\n}',
    'connect ECONNREFUSED',
    ['dependency'],
  ],
  [
    '[{"_tag":"Die","defect":"Expected Board, got Error: Board 7 does not exist\\n  at [\\"cause\\"]"}]',
    'Board 7 does not exist',
    ['not_found'],
  ],
  ['{"_tag":"Cause","failure":{"_tag":"Fail","message":"Unauthorized"}}', 'Unauthorized', ['unauthorized']],
  ["Error calling tool 'add_card': the list is required", 'the list is required', ['validation']],
  ['Error executing tool add_card: Rate limit exceeded', 'Rate limit exceeded', ['rate_limited']],
  ['ToolException: the board was archived and does not exist', 'the board was archived', ['not_found']],
  [
    '{"timestamp":"2026-01-01T00:00:00Z","status":404,"error":"Not Found","path":"/boards/7"}',
    'Not Found',
    ['not_found'],
  ],
  [
    '{"message":"The given data was invalid.","errors":{"title":["The title field is required."]}}',
    'The given data was invalid',
    ['validation'],
  ],
  [
    '{"status":500,"error":"Internal Server Error","exception":"#<ActiveRecord::RecordNotFound: Couldn\'t find Board with \'id\'=7>"}',
    '',
    ['not_found', 'internal', 'dependency'],
  ],
  [
    'failed to list boards: Get "https://boards.example/v1": dial tcp: lookup boards.example: no such host',
    'failed to list boards',
    ['dependency'],
  ],
  ['failed to list boards: get page: unexpected status 403 Forbidden', 'failed to list boards', ['forbidden']],
  ["list boards: decode response: invalid character '<' looking for beginning of value", 'list boards', ['dependency']],
  ["ActiveRecord::RecordNotFound (Couldn't find Card with 'id'=12)", "Couldn't find Card", ['not_found']],
  ["ActiveRecord::RecordInvalid: Validation failed: Title can't be blank", 'Validation failed', ['validation']],
  ["NoMethodError: undefined method `title' for nil", 'undefined method', ['internal']],
  ['find the card: sql: no rows in result set', 'find the card', ['not_found']],
  [
    'System.Threading.Tasks.TaskCanceledException: The call was canceled due to the configured HttpClient.Timeout of 30 seconds elapsing.',
    'The call was canceled',
    ['timeout'],
  ],
];

/** Sentences that only look like envelopes: the message must be the whole of them. */
export const bareSentences: readonly string[] = [
  'The board is full (it has 200 cards)',
  'Caused by a change of the schedule, the card cannot be moved',
  'Cards: too many of them on the board',
  'Board::Archive is not a folder',
  'Expected two boards, and one of them is archived',
  'One or more cards are locked',
  'The nested list exception is not allowed',
  'Moved from A ---> B, which is locked',
  'The cause: a locked board',
  'Tag not found: _tag',
  'The word failure is reserved',
  'Exception lists cannot be edited',
  'Traceback is not a card',
  'Validation failed on the second card',
  'The defect list is empty',
  'Error codes are not cards',
];

const down: readonly FailureClass[] = ['dependency', 'unavailable', 'timeout'];
const later: readonly Verdict[] = ['backoff', 'wait', 'unknown'];
const notByTime: readonly Verdict[] = ['after_fix', 'never', 'unknown'];

export const networks: Kind = {
  title: '9. certificates, names and connections of the server’s own calls',
  reads: [
    ['getaddrinfo ENOTFOUND boards.example', down, later],
    ['getaddrinfo EAI_AGAIN boards.example', down, later],
    ['[Errno -2] Name or service not known', down, later],
    ['dial tcp: lookup boards.example on 127.0.0.53:53: no such host', down, later],
    ['No such host is known. (boards.example:443)', down, later],
    ['java.net.UnknownHostException: boards.example', down, later],
    ['connect ECONNREFUSED 127.0.0.1:5432', down, later],
    ['dial tcp 10.0.0.1:443: connect: connection refused', down, later],
    ['read ECONNRESET', down, later],
    ['Connection reset by peer', down, later],
    ['socket hang up', down, later],
    ['Remote end closed connection without response', down, later],
    ['All connection attempts failed', down, later],
    ['error sending request for url (https://boards.example/)', down, later],
    ['Network is unreachable', down, later],
    ['self-signed certificate in certificate chain', down, notByTime],
    ['unable to verify the first certificate', down, notByTime],
    ['x509: certificate signed by unknown authority', down, notByTime],
    ['certificate verify failed: certificate has expired', down, notByTime],
    ['PKIX path building failed: unable to find valid certification path to requested target', down, notByTime],
    ["Hostname/IP does not match certificate's altnames", down, notByTime],
    ['Не удалось подключиться к серверу', down, later],
    ['连接失败：网络错误', down, later],
    ['Verbindung abgelehnt', down, later],
  ],
  not: [
    ['Host "web-7" was not found in the inventory', ['dependency']],
    ['Connection name is required', ['dependency']],
    ['The certificate field must not be empty', ['timeout']],
    ['Socket type not supported', ['dependency']],
    ['Domain already exists', ['dependency']],
    ['Unknown network id: blue', ['dependency']],
    ['A connection with this name already exists', ['dependency']],
    ['The address is not a valid e-mail address', ['dependency']],
    ['Port must be between 1 and 65535', ['dependency']],
    ['Invalid URL: htp//x', ['dependency']],
    ['You do not have access to this network', ['dependency']],
    ['Peer with id 4 not found', ['dependency']],
    ['Proxy setting must be a string', ['dependency']],
    ['DNS record not found in zone', ['timeout']],
    ['The hosts list cannot be empty', ['dependency']],
  ],
};

const name = 'a_tool_with_a_name_that_goes_on_'.repeat(40);
const page = 'The quick brown fox jumps over the lazy dog and writes it all down. '.repeat(60);
const path = `/${'folder/'.repeat(200)}file.txt`;
const words = 'lorem ipsum dolor sit amet '.repeat(100);

export const long: Kind = {
  title: '10. long names and long texts',
  reads: [
    [`Unknown tool: ${name}`, ['not_found'], ['after_fix']],
    [`Tool ${name} not found`, ['not_found'], ['after_fix']],
    [`MCP error -32602: Tool ${name} not found`, ['not_found'], ['after_fix']],
    [`Tool '${name}' does not exist`, ['not_found'], ['after_fix']],
    [`Error executing tool ${name}: Rate limit exceeded`, ['rate_limited'], ['backoff']],
    [`Invalid arguments for tool ${name}: Required at city`, ['validation'], ['after_fix']],
    [`ENOENT: no such file or directory, open '${path}'`, ['not_found', 'not_ready'], ['after_fix']],
    [`The note "${page}" could not be saved: permission denied`, ['forbidden'], ['never']],
    [`While reading ${page}: connect ECONNREFUSED 127.0.0.1:80`, ['dependency'], ['backoff']],
    [`${page}\nError: Request failed with status code 401`, ['unauthorized'], ['after_auth']],
    [`Query failed: ${words} -- context deadline exceeded`, ['timeout'], ['backoff']],
    [
      `Command failed: psql -c "${words}"\nFATAL: password authentication failed for user "app"`,
      ['unauthorized'],
      ['after_auth'],
    ],
    [`Row ${'9'.repeat(3000)} does not exist`, ['not_found'], ['after_fix']],
    [`Resource ${'x'.repeat(2500)} already exists`, ['conflict'], ['after_fix']],
    [`Value ${words} is not supported`, ['unsupported'], ['never']],
  ],
  not: [
    [`Unknown tool: ${name}`, ['unknown', 'internal']],
    [`Tool ${name} not found`, ['unknown', 'internal']],
    [`${page} rate limit exceeded`, ['unknown', 'internal']],
    [`${words} is required`, ['unknown', 'internal']],
    [`${page} timed out`, ['unknown', 'internal']],
    [`${page} permission denied`, ['unknown', 'internal']],
    [`${words} not found`, ['unknown', 'internal']],
    [`${words} already exists`, ['unknown', 'internal']],
    [`${words} connection refused`, ['unknown', 'internal']],
    [`${words} certificate has expired`, ['unknown', 'internal']],
    [`${words} invalid api key`, ['unknown', 'internal']],
    [`${words} service unavailable`, ['unknown', 'internal']],
    [`${words} too many requests`, ['unknown', 'internal']],
    [`${words} was cancelled`, ['unknown', 'internal']],
    [`${words} payload too large`, ['unknown', 'internal']],
  ],
};
