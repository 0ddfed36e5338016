// Examples of the rows of failure-sentences.ts: what a tool says that failed, and what it says in such words when it did not.

import type { Json } from '../../json/json.ts';

export type SaidBy = readonly [tool: string, text: string, args?: Json];

/** By the name of the family and of the row. */
export const sentenceExamples: Readonly<Record<string, { yes: readonly SaidBy[]; no: readonly SaidBy[] }>> = {
  'asksForSetup.please-use': {
    yes: [
      ['ask_documents', 'No books found. Please upload a book first.'],
      ['start_pump', 'No pump selected. Please select a pump first.'],
      ['close_gate', 'No open gates available. Use open_gate to open one first.'],
    ],
    no: [],
  },
  'asksForSetup.command-binary': {
    yes: [
      ['draw_bed', "'plantd' command not found. Is it installed?"],
      ['plot', 'matplotlib is not installed. Install it with pip.'],
    ],
    no: [],
  },
  'asksForSetup.active-open': {
    yes: [
      ['get_beds', 'No active garden link. Make sure that the greenhouse is open.'],
      ['ask_garden', 'No garden path configured. Set GARDEN_PATH.'],
      ['close_gate', 'No open gates available. Use open_gate to open one first.'],
    ],
    no: [],
  },
  'asksForSetup.please-set': {
    yes: [['move_card', 'Please log in first: run the login tool.']],
    no: [],
  },
  'asksForSetup.api-key': {
    yes: [
      ['list_issues', 'Error: GITHUBLIKE_TOKEN environment variable not set'],
      ['list_issues', '❌ API key is missing'],
      ['move_card', 'API key not configured. Please set BOARD_KEY and restart the server.'],
    ],
    no: [],
  },
  'asksForSetup.unavailable-disabled': {
    yes: [
      ['write_plan', 'Planting is disabled. Restart the greenhouse with --plant to allow it.'],
      ['index_repo', 'Repository not indexed. Run index_repo first'],
      ['list_emails', 'Not authenticated. Please run the auth tool first.'],
    ],
    no: [],
  },
  broke: {
    yes: [
      ['convert', "Conversion error: cannot convert 'abc' to number"],
      ['query', `Database error: no function fits.${'\n\tcandidate(row, row)'.repeat(200)}\n`],
      ['run_query', "Database error: (1146, \"Table 'a.b' doesn't exist\")", { query: 'select' }],
    ],
    no: [['get_story', `Garden error: a tale${'.\nShe went on'.repeat(200)}.\n`]],
  },
  brokeLater: {
    yes: [
      [
        'plan_beds',
        'Planning...\n---\nTraceback (most recent call last):\n  File "a.py", line 3, in <module>\n    x()\nValueError: no beds',
      ],
    ],
    no: [],
  },
  headed: {
    yes: [
      ['plant_row', 'Planting output:\nUnexpected error: the soil is dry'],
      ['plant_row', 'Result:\n\nError: the soil is dry'],
    ],
    no: [
      ['run_plan', 'Planting output:\nUnexpected error: the soil is dry'],
      ['plant_row', 'Planting output:\nAll rows are planted'],
    ],
  },
  'idle.there-active': {
    yes: [
      ['press_button', 'No active garden session'],
      ['get_beds', 'No active garden link. Make sure that the greenhouse is open.'],
      ['close_gate', 'No open gates available. Use open_gate to open one first.'],
    ],
    no: [['list_sessions', 'No active sessions.']],
  },
  'idle.there-currently': {
    yes: [
      ['resume_pump', 'There is no pump running'],
      ['start_pump', 'No pump selected. Please select a pump first.'],
    ],
    no: [],
  },
  'idle.not-longer': {
    yes: [
      ['pause_pump', 'The pump is not running.'],
      ['get_beds', 'The garden is not loaded. Call load_garden.'],
      ['play', 'Player is not running'],
    ],
    no: [
      ['get_pump', 'The pump is not running.'],
      ['get_server_status', 'Server is not running'],
    ],
  },
  'idle.currently-not': {
    yes: [
      ['stop_recording', 'Not recording'],
      ['get_beds', 'Not connected to the garden. Use connect_garden first.'],
    ],
    no: [
      ['status', 'Not running'],
      ['is_running', 'not running'],
    ],
  },
  'inTheWay.locked-read': {
    yes: [['update_bed', 'Bed B7 is locked']],
    no: [
      ['lock_gate', 'The gate is locked'],
      ['get_bed', 'Bed B7 is locked'],
    ],
  },
  'inTheWay.browser-page': {
    yes: [['navigate', 'The window was closed']],
    no: [['close_window', 'The window was closed']],
  },
  instead: {
    yes: [['list_rows', "Garden 'mars' not found. Available: west, east"]],
    no: [['find_garden', "Garden 'mars' not found. Available: west, east"]],
  },
  isMissing: {
    yes: [
      ['move_card', 'The board does not exist'],
      ['get_document_text', 'Plan west.doc does not exist', { filename: 'west.doc' }],
      ['read_plan', 'The plan west was not found', { plan: 'west' }],
    ],
    no: [
      ['find_card', 'Card not found'],
      ['list_codes', 'HTTP 404: Not Found\nHTTP 500: Internal Server Error'],
    ],
  },
  'missed.because': {
    yes: [['move_bed', 'No bed was moved because bed 7 does not exist.']],
    no: [],
  },
  'missed.not-sent': {
    yes: [
      ['send_mail', '⚠️ Mail not sent: SMTP server did not answer'],
      ['send_sms', 'SMS could not be delivered.'],
      ['move_card', 'The parcel could not be booked: the depot is closed'],
    ],
    no: [
      ['summarize', 'The study failed to find an effect.'],
      [
        'think',
        'The request failed because of frost, so water later.',
        'The request failed because of frost, so water later.',
      ],
    ],
  },
  'missed.failed-rejected': {
    yes: [
      ['deploy', '🚨 Deployment failed! See the log for more.'],
      ['send_message', 'Delivery declined: too late'],
    ],
    no: [
      ['read_email', 'Your payment failed. Please update your card.', { id: '1' }],
      ['get_quote', 'I have not failed. I have just found 10,000 ways that will not work.'],
    ],
  },
  'missed.failed': {
    yes: [['send_message', 'Failed: the gardener has left']],
    no: [],
  },
  'missed.error-error': {
    yes: [
      ['plant_row', '[ERROR] The soil is dry'],
      ['plant_row', '[planting failed] the soil is dry'],
    ],
    no: [],
  },
  'missed.not-confirmed': {
    yes: [['pull_out_bed', 'Pulling out was not confirmed.']],
    no: [],
  },
  'missed.blocked-stopped': {
    yes: [['draw_bed', 'The drawing was stopped by the gardener']],
    no: [],
  },
  'missed.oops-whoops': {
    yes: [['add_bed', 'Oops, the spade broke']],
    no: [],
  },
  'noneWorked.abroad': {
    yes: [['move_card', 'Processed 3 items: 0 successful, 3 failed']],
    no: [],
  },
  'noneWorked.successful-succeeded': {
    yes: [['move_card', 'Done. Succeeded: 0, Failed: 2']],
    no: [],
  },
  'noneWorked.out-successful': {
    yes: [['water_beds', '0 of 3 beds completed\n3 failed']],
    no: [],
  },
  'noneWorked.uploaded-created': {
    yes: [['upload_files', 'Uploaded 0 of 3 files. Errors: a.txt, b.txt, c.txt']],
    no: [],
  },
  'noneWorked.abroad-2': {
    yes: [['water_beds', '浇水结果 成功：0 失败：3']],
    no: [],
  },
  'noneWorked.abroad-3': {
    yes: [['water_beds', 'Полив: успешно: 0, ошибок: 3']],
    no: [],
  },
  'ofDatabase.near-syntax': {
    yes: [['run_query', 'near "SELCT": syntax error', { query: 'SELCT 1' }]],
    no: [],
  },
  'ofDatabase.such-table': {
    yes: [['run_query', 'no such table: x', { query: 'select * from x' }]],
    no: [],
  },
  'ofDatabase.unique-not': {
    yes: [['save_bed', 'UNIQUE constraint failed: beds.name']],
    no: [],
  },
  'ofDatabase.relation-column': {
    yes: [['save_bed', 'relation "beds" does not exist']],
    no: [],
  },
  'ofDatabase.error-syntax': {
    yes: [['execute_sql', 'ERROR:  syntax error at or near "SELCT"\nLINE 1: SELCT 1\n        ^', { sql: 'SELCT 1' }]],
    no: [],
  },
  'ofDatabase.ora': {
    yes: [['save_bed', 'ORA-00942: table or view does not exist']],
    no: [],
  },
  'ofPython.float-integer': {
    yes: [['calculate', 'division by zero', { expression: '1/0' }]],
    no: [],
  },
  'ofPython.invalid-syntax': {
    yes: [['calculate', 'invalid syntax (<string>, line 1)', { expression: '1+' }]],
    no: [],
  },
  'ofPython.unsupported-operand': {
    yes: [['add_beds', "unsupported operand type(s) for +: 'int' and 'str'"]],
    no: [],
  },
  'ofPython.could-not': {
    yes: [
      ['add_beds', "could not convert string to float: 'wet'"],
      ['add_beds', "'NoneType' object has no attribute 'rows'"],
    ],
    no: [],
  },
  'ofPython.object-attribute': {
    yes: [['add_beds', "'list' object has no attribute 'rows'"]],
    no: [],
  },
  'ofPython.missing-takes': {
    yes: [['add_beds', "plant() missing 1 required positional argument: 'row'"]],
    no: [],
  },
  'ofPython.codec-can': {
    yes: [['save_bed', "'ascii' codec can't encode character '\\xe9' in position 3"]],
    no: [],
  },
  'ofSystem.noent-acces': {
    yes: [
      ['dig_bed', "ENOENT: no such file or directory, scandir '/srv/west'"],
      ['plan_commit', 'fatal: the plan has no history'],
      ['git_log', 'fatal: not a git repository (or any of the parent directories): .git', { path: '/x' }],
    ],
    no: [['run_plan', 'fatal: the plan has no history']],
  },
  'ofSystem.such-file': {
    yes: [['dig_bed', 'No such file: west.bed']],
    no: [['find_plan', 'No such file: west.bed']],
  },
  'ofSystem.such-file-2': {
    yes: [['dig_bed', 'west.bed: No such file or directory']],
    no: [['run_plan', 'west.bed: No such file or directory']],
  },
  offers: {
    yes: [
      ['search_plants', "Invalid sort_by: 'colour'. Valid options: name, height"],
      ['get_guide', 'Invalid topic. Choose soil or water.'],
      ['get_plan', 'Invalid day format. Use YYYY-MM-DD.'],
    ],
    no: [],
  },
  onTheWay: {
    yes: [
      ['paraphrase', 'Words API quota exceeded'],
      ['send_message', 'HTTP 401 Unauthorized'],
      ['get_weather', 'Failed to reach weather service: ECONNREFUSED'],
    ],
    no: [
      ['get_issue', '#12 Request failed with status 500\nState: open\nOpened by ann'],
      ['read_file', '# Troubleshooting\n\nError: connect ECONNREFUSED means that the server is down.'],
    ],
  },
  onlyHit: {
    yes: [['search_beds', 'Found 1 results:\n\n1. Error\n   The index could not be opened', { query: 'fern' }]],
    no: [],
  },
  'opens.stated': {
    yes: [
      ['get_weather', 'API rate limit reached. Try again in 60 seconds.'],
      ['create_page', 'Not permitted: this space is read-only.'],
      ['move_card', '⛔ Access denied'],
    ],
    no: [
      ['ping_host', 'Request timed out.\nRequest timed out.\n2 packets sent, 0 received'],
      ['check_login', 'Not logged in'],
    ],
  },
  'opens.error': {
    yes: [
      ['solve', 'Error evaluating expression: invalid syntax'],
      ['translate_letter', 'Error translating the letter: the dictionary is closed'],
      ['kubectl_get', 'Error from server (NotFound): pods "x" not found', { name: 'x' }],
    ],
    no: [
      ['list_errors', 'Error rate: 0.2 %, error count: 7'],
      ['explain_code', 'Error G12: the gate was left open for a night.'],
    ],
  },
  'opens.please-provide': {
    yes: [['plant_bed', 'Please provide either a row or a name for it']],
    no: [],
  },
  'opens.sorry-but': {
    yes: [
      ['create_ticket', "I can't do that: no Jira token configured."],
      ['add_event', 'Could not add the event: end is before start'],
      ['get_quote', 'Unable to retrieve quote for ACME at this time.'],
    ],
    no: [
      ['diagnose', 'Cannot reach port 22: connection refused. Port 80: open.'],
      ['read_pdf', 'Unable to attend? Send a proxy.'],
    ],
  },
  'opens.broken': {
    yes: [
      ['deploy_garden', 'Build failed\nDuration: 3 min'],
      ['book_room', 'Booking failed – the room is already taken.'],
      ['move_file', '✗ move failed'],
    ],
    no: [
      ['ping_host', 'Request timed out.\nRequest timed out.\n2 packets sent, 0 received'],
      ['get_build_status', 'Build failed\nDuration: 3 min\nBranch: west'],
    ],
  },
  'opens.response-reply': {
    yes: [['search_plants', 'No response received from the plant library.']],
    no: [],
  },
  'opens.unknown-tool': {
    yes: [['plant_bed', 'Unknown operation "fly" in row 3']],
    no: [],
  },
  'opens.invalid-argument': {
    yes: [['list_beds', 'Invalid parameter: rows']],
    no: [],
  },
  'opens.missing-required': {
    yes: [['list_beds', 'Missing required parameter rows']],
    no: [],
  },
  'opens.http-error': {
    yes: [
      ['call_api', 'API Error 401: invalid key'],
      ['send_message', 'HTTP 401 Unauthorized'],
      ['search_web', 'Error: 401 Client Error: Unauthorized for url: https://x.example/search?q=y', { query: 'y' }],
    ],
    no: [
      ['fetch_page', 'Status: 404 Not Found\n\nNo such bed'],
      ['list_codes', 'HTTP 404: Not Found\nHTTP 500: Internal Server Error'],
    ],
  },
  'opens.requested-resource': {
    yes: [['list_beds', 'The requested page does not exist']],
    no: [],
  },
  'opens.only-supported': {
    yes: [
      ['water_bed', 'Only raised beds are supported.'],
      ['query', 'Only reading questions are allowed'],
    ],
    no: [],
  },
  'opens.file-directory': {
    yes: [
      ['read_plan', 'File not found: beds.txt'],
      ['list_shelf', 'Path does not exist: /srv/beds'],
      ['read_file', 'File not found: /nope.txt', { path: '/nope.txt' }],
    ],
    no: [['find_plan', 'File not found: beds.txt']],
  },
  'opens.not-found': {
    yes: [['get_seed', 'Not found: seed W1']],
    no: [['find_seed', 'Not found: seed W1']],
  },
  'opens.connection-lost': {
    yes: [['run_plan', 'Connection to the garden lost. Please retry.']],
    no: [],
  },
  'opens.connection-refused': {
    yes: [
      [
        'kubectl',
        'The connection to the server localhost:8080 was refused - did you specify the right host or port?',
        { args: 'get pods' },
      ],
    ],
    no: [],
  },
  'opens.cuda-out': {
    yes: [['train', 'CUDA out of memory. Tried to allocate 2 GiB']],
    no: [],
  },
  'opens.not-connected': {
    yes: [['get_balance', 'Purse not connected']],
    no: [['garden_status', 'Pump not connected']],
  },
  'opens.net-err': {
    yes: [['open_gate', 'net::ERR_CONNECTION_REFUSED at http://garden.example/']],
    no: [],
  },
  'opens.http-error-2': {
    yes: [['get_page', 'HTTP error! status: 502']],
    no: [],
  },
  'opens.request-failed': {
    yes: [['get_page', 'Request to https://a.example/beds failed: no answer']],
    no: [],
  },
  'opens.file-document': {
    yes: [['read_plan', 'File is too large (12 MB)']],
    no: [],
  },
  'opens.access-denied': {
    yes: [['get_page', 'Access to this page has been denied because we think that you are a robot.']],
    no: [],
  },
  'opens.you-need': {
    yes: [['list_letters', 'You need to log in first.']],
    no: [],
  },
  'opens.provided-given': {
    yes: [
      ['create_page', 'Your token has expired. Sign in again.'],
      ['list_issues', '❌ API key is missing'],
      ['list_issues', 'API key is required. Get one at https://x.example'],
    ],
    no: [],
  },
  'opens.api-key': {
    yes: [
      [
        'query_beds',
        "No API token provided. Please provide a token via the 'token' parameter or PLANTD_TOKEN environment variable.",
        { query: 'x' },
      ],
    ],
    no: [],
  },
  'opens.key-token': {
    yes: [
      [
        'query_beds',
        "No API token provided. Please provide a token via the 'token' parameter or PLANTD_TOKEN environment variable.",
        { query: 'x' },
      ],
    ],
    no: [],
  },
  'opens.cannot-can': {
    yes: [['update_plan', 'No garden ID known — plan not updated.']],
    no: [],
  },
  'opens.you-have': {
    yes: [['list_beds', 'You are being rate limited by the seed shop']],
    no: [],
  },
  'opens.you-not': {
    yes: [['move_card', '🚫 You do not have permission to edit this board']],
    no: [],
  },
  'opens.you-not-2': {
    yes: [['send_message', 'You are not allowed to write to this gardener.']],
    no: [],
  },
  'opens.too-low': {
    yes: [['send_message', 'Your seed balance is too low to send a parcel.']],
    no: [],
  },
  'opens.token-key': {
    yes: [['create_page', 'Your token has expired. Sign in again.']],
    no: [],
  },
  'opens.abroad': {
    yes: [
      ['move_card', '请先登录后再使用该功能，未登录'],
      ['move_card', '获取天气失败：网络超时'],
      ['get_weather', '获取天气数据失败，网络错误'],
    ],
    no: [],
  },
  'opens.abroad-2': {
    yes: [
      ['move_card', 'カードの作成に失敗しました'],
      ['move_bed', '移動中にエラーが発生しました。'],
      ['add_user', '添加失败：邮箱已注册'],
    ],
    no: [['translate', 'エラー：ファイルが見つかりません']],
  },
  'opens.abroad-3': {
    yes: [['plant_row', 'rows 参数格式错误，请检查']],
    no: [],
  },
  'opens.abroad-4': {
    yes: [
      ['move_card', 'Не удалось сохранить карточку'],
      ['create_order', 'Не удалось создать заказ: неверное количество'],
    ],
    no: [],
  },
  'opens.abroad-5': {
    yes: [
      ['move_card', 'No se pudo guardar la tarjeta: permiso denegado'],
      ['send_mail', 'No se pudo enviar el correo'],
    ],
    no: [],
  },
  'opens.foi-poss': {
    yes: [
      ['move_card', 'Não foi possível salvar o cartão'],
      ['send_mail', 'Não foi possível enviar a mensagem'],
    ],
    no: [],
  },
  'opens.ist-ein': {
    yes: [['move_card', 'Es ist ein Fehler aufgetreten']],
    no: [],
  },
  'opens.une-erreur': {
    yes: [
      ['move_card', "Une erreur s'est produite lors de la création"],
      ['create_order', 'Échec de la création de la commande : quantité invalide'],
      ['send_mail', "Impossible d'envoyer le message"],
    ],
    no: [['translate', 'Erreur : fichier introuvable']],
  },
  'opens.verificato-errore': {
    yes: [['send_mail', 'Impossibile inviare il messaggio']],
    no: [],
  },
  outOfService: {
    yes: [
      ['translate_letter', 'Translation service unavailable'],
      ['get_weather', 'Weather service unavailable', { city: 'X' }],
    ],
    no: [],
  },
  'plainest.mcp-error': {
    yes: [['list_beds', 'MCP error -32603: no beds']],
    no: [],
  },
  'plainest.traceback-most': {
    yes: [['add_bed', 'Traceback (most recent call last):\n  File "/srv/a.py", line 1, in f\nKeyError: \'x\'']],
    no: [
      ['run_code', "Traceback (most recent call last):\nNameError: name 'bed' is not defined"],
      ['read_file', 'Traceback (most recent call last):\n  File "a.py"\nValueError: x', { path: '/tmp/err.txt' }],
    ],
  },
  'plainest.afterthis-error': {
    yes: [
      ['move_card', 'Ошибка: нет доступа к доске'],
      ['move_card', 'Fehler: Die Karte konnte nicht gespeichert werden'],
      ['search_seeds', 'Error during the search'],
    ],
    no: [
      ['translate', 'Fehler beim Laden der Datei'],
      ['translate_text', 'Error: file not found'],
    ],
  },
  'plainest.error-exception': {
    yes: [['list_beds', 'BedError: no rows']],
    no: [
      ['get_garden_issue', 'FrostError: too cold\n\nCulprit: pump\nFirst seen: Monday'],
      ['run_python', 'ZeroDivisionError: division by zero'],
    ],
  },
  'plainest.abroad': {
    yes: [
      ['list_beds', '[Errno 111] Connection refused'],
      ['move_file', "[Errno 2] No such file or directory: '/a' -> '/b'", { source: '/a', destination: '/b' }],
    ],
    no: [],
  },
  'plainest.abroad-2': {
    yes: [
      ['list_beds', "(1045, \"Access denied for user 'x'@'localhost'\")"],
      ['execute_query', "(1146, \"Table 'x.y' doesn't exist\")", { query: 'select 1' }],
    ],
    no: [],
  },
  'plainest.abroad-3': {
    yes: [['get_bed', "('Connection aborted.', ConnectionResetError(104, 'Connection reset by peer'))", { id: '1' }]],
    no: [],
  },
  'plainest.error-exception-2': {
    yes: [['set_value', "ValueError('bed must be positive')", { bed: -1 }]],
    no: [],
  },
  'plainest.https-connectionpool': {
    yes: [
      [
        'list_beds',
        "HTTPConnectionPool(host='x', port=1): Max retries exceeded with url: / (Caused by NewConnectionError('x: " +
          "Failed to establish a new connection: [Errno 111] Connection refused'))",
      ],
    ],
    no: [],
  },
  'plainest.xit-tatus': {
    yes: [
      ['run_tool', 'Exit Status: 1\nSTDERR: plantd: cannot open bed\n'],
      ['orchard_cli', 'Exit code: 2\nStdout: \nStderr: error: unknown flag --x', { args: ['--x'] }],
    ],
    no: [],
  },
  'plainest.page-locator': {
    yes: [
      ['crawl', 'Page.goto: net::ERR_NAME_NOT_RESOLVED at https://x.example/', { url: 'https://x.example/' }],
      [
        'crawl',
        'Page.goto: Timeout 30000ms exceeded.\nCall log:\n  - navigating to "https://x.example/"',
        { url: 'https://x.example/' },
      ],
    ],
    no: [],
  },
  'plainest.stderr-error': {
    yes: [
      [
        'orchard_cli',
        '\nSTDERR:\nERROR: (plantd.beds) You do not have an active account selected.\nPlease run:\n\n  $ plantd auth login\n',
        { args: ['beds'] },
      ],
    ],
    no: [],
  },
  'plainest.error-occurred': {
    yes: [
      ['move_card', 'An unexpected error occurred while drawing the chart'],
      ['list_beds', 'An error occurred: [Errno 111] Connection refused'],
      ['search_web', 'An error occurred while searching: [Errno -2] Name or service not known', { query: 'y' }],
    ],
    no: [],
  },
  'plainest.error': {
    yes: [['list_beds', 'Error']],
    no: [],
  },
  'plainest.command-failed': {
    yes: [['water_beds', 'Command failed: pump --on']],
    no: [],
  },
  'plainest.abroad-4': {
    yes: [
      ['move_card', '错误：无法打开文件'],
      ['move_card', '오류: 카드를 저장할 수 없습니다'],
      ['move_card', 'エラー: 接続できませんでした'],
    ],
    no: [
      ['translate', '错误：文件未找到'],
      ['translate', 'エラー：ファイルが見つかりません'],
    ],
  },
  'plainest.abroad-5': {
    yes: [
      ['create_order', '创建订单失败：数量必须大于零'],
      ['move_card', '获取天气失败：网络超时'],
      ['get_weather', '获取天气数据失败，网络错误'],
    ],
    no: [],
  },
  'refuses.taken-does': {
    yes: [
      ['delete_item', 'Item 44 does not exist, so it was not deleted.'],
      ['add_comment', 'Issue ABC-1 not found. No comment was added.'],
      ['add_gardener', 'A gardener with this name is already registered.'],
    ],
    no: [
      ['find_card', 'Card not found'],
      ['list_codes', 'HTTP 404: Not Found\nHTTP 500: Internal Server Error'],
    ],
  },
  'refuses.invalid': {
    yes: [
      ['move_card', 'Invalid row index. The table has 4 rows.'],
      ['calculate', 'Invalid expression: 1+', { expression: '1+' }],
      ['get_time', 'Invalid timezone: Mars/Base', { timezone: 'Mars/Base' }],
    ],
    no: [['validate_json', 'Invalid JSON: Unexpected token', { text: '{' }]],
  },
  'refuses.only-can': {
    yes: [
      ['water_bed', 'Only raised beds are supported.'],
      ['query', 'Only reading questions are allowed'],
    ],
    no: [['get_guide', 'Only raised beds are allowed in the shade, where ferns grow.']],
  },
  'refuses.provided-specified': {
    yes: [
      ['set_labels', 'No labels provided'],
      ['plant_row', 'No garden address defined for the plan'],
      ['ask_garden', 'No garden path configured. Set GARDEN_PATH.'],
    ],
    no: [],
  },
  'refuses.you-must': {
    yes: [['move_card', 'Must provide either an id or a name']],
    no: [],
  },
  'refuses.please-provide': {
    yes: [['analyze_soil', 'Please provide a bed to analyze.']],
    no: [['ask_gardener', 'Please provide a photo of the leaf, then I can tell.']],
  },
  'refuses.unsupported': {
    yes: [['convert_currency', 'Unsupported currency: XAZ', { to: 'XAZ' }]],
    no: [],
  },
  'refuses.invalid-wrong': {
    yes: [
      ['open_gate', 'Wrong number'],
      ['change_unit', "Invalid unit code 'XX'"],
      ['calculate', 'Invalid expression', { expression: '1+' }],
    ],
    no: [
      ['validate_email', 'Invalid email address'],
      ['validate_unit', "Invalid unit code 'XX'"],
    ],
  },
  'refuses.duplicate': {
    yes: [['add_bed', 'Duplicate bed B7']],
    no: [],
  },
  'refuses.needed': {
    yes: [['add_bed', 'A larger garden is needed']],
    no: [],
  },
  'refuses.have-not': {
    yes: [
      ['add_bed', 'Digging rights have not been granted'],
      ['list_letters', 'Access to the letters has not been granted. Open the settings to allow it.'],
    ],
    no: [],
  },
  'refuses.not-found': {
    yes: [
      [
        'paint_bed',
        `**Colour "mud" not found.**\n\nColours that there are:\n\n- red\n- green\n\n${'Keep the brush. '.repeat(20)}Keep the br`,
      ],
      ['get_bed', "Bed 'B7' not found.", { bed: 'B7' }],
      ['list_rows', "Garden 'mars' not found. Available: west, east"],
    ],
    no: [
      ['check_bed', "Bed 'B7' not found", { bed: 'B7' }],
      ['find_garden', "Garden 'mars' not found. Available: west, east"],
    ],
  },
  'refuses.unknown': {
    yes: [['convert_time', "Unknown timezone 'Mars/Base'", { tz: 'Mars/Base' }]],
    no: [],
  },
  'refuses.already-exists': {
    yes: [['write_plan', "Plan 'west' exists. Use overwrite=true to draw it anew."]],
    no: [],
  },
  'refuses.abroad': {
    yes: [['plant_row', '找不到编号为 7 的花坛。请确认编号是否正确。']],
    no: [['search_beds', '找不到编号为 7 的花坛。']],
  },
  'says.abroad': {
    yes: [
      ['draw_map', '请先打开花园'],
      ['move_card', '请先登录后再使用该功能，未登录'],
    ],
    no: [['search_guides', '请先松土\n然后浇水']],
  },
  'says.please-provide': {
    yes: [
      ['weigh_seeds', 'Please navigate to the scales at /scales/'],
      ['analyze_soil', 'Please provide a bed to analyze.'],
    ],
    no: [['ask_gardener', 'Please provide a photo of the leaf, then I can tell.']],
  },
  'says.error-failed': {
    yes: [
      ['water_bed', 'error: no hoses here'],
      [
        'query',
        '(psycopg2.OperationalError) connection to server at "localhost" failed: Connection refused',
        { sql: 'select 1' },
      ],
      ['do_it', 'error: boom'],
    ],
    no: [
      ['translate_text', 'Error: file not found'],
      ['get_logs', 'ERROR: disk almost full\nINFO: cleaned'],
    ],
  },
  settled: {
    yes: [['create_bed', 'Bed 9 already exists, skipping']],
    no: [],
  },
  'someFailed.failed-errors': {
    yes: [
      ['move_card', 'Processed 3 items: 0 successful, 3 failed'],
      ['list_beds', 'HTTP error occurred: 404 Client Error: Not Found for url: https://x.example'],
      ['list_beds', 'Error fetching beds: 401 Client Error: Unauthorized for url: https://x.example'],
    ],
    no: [
      ['get_issue', '#12 Request failed with status 500\nState: open\nOpened by ann'],
      ['run_tests', '3 failed, 10 passed in 2.1s'],
    ],
  },
  'someFailed.failed-errors-2': {
    yes: [
      ['search_beds', '[{"error":"Search request failed: 429 Too Many Requests"}]', { query: 'x' }],
      ['move_card', 'Done. Succeeded: 0, Failed: 2'],
      ['list_beds', 'Request failed: 403'],
    ],
    no: [['get_run', "Run 'water' failed: 3 of 12 checks failed"]],
  },
  'someFailed.out': {
    yes: [
      ['move_boxes', 'Token bucket exhausted: 0 of 40 left, refill in 9 s'],
      ['upload_files', 'Uploaded 0 of 3 files. Errors: a.txt, b.txt, c.txt'],
    ],
    no: [],
  },
  'someFailed.abroad': {
    yes: [['water_beds', '浇水结果 成功：0 失败：3']],
    no: [['read_file', '日志：连接失败 3 次，随后成功']],
  },
  'someFailed.abroad-2': {
    yes: [['water_beds', 'Полив: успешно: 0, ошибок: 3']],
    no: [],
  },
  stopped: {
    yes: [
      ['run_code', 'one\ntwo\n\n--- Error ---\nExecution timed out after 3 seconds'],
      ['run_command', 'Command timed out.'],
    ],
    no: [],
  },
  tagged: {
    yes: [['get_page', '<error>Failed to get the page: no answer</error>']],
    no: [],
  },
  thrown: {
    yes: [['add_bed', 'Traceback (most recent call last):\n  File "/srv/a.py", line 1, in f\nKeyError: \'x\'']],
    no: [
      ['get_garden_issue', 'FrostError: too cold\n\nCulprit: pump\nFirst seen: Monday'],
      ['run_code', "Traceback (most recent call last):\nNameError: name 'bed' is not defined"],
    ],
  },
  'unchanged.nothing-changes': {
    yes: [['update_bed', 'No changes were made: bed B7 is asleep']],
    no: [],
  },
  'unchanged.not-dry': {
    yes: [
      ['store_seed', 'Seed not stored: duplicate'],
      ['add_row', 'Row not added: column "age" must be a number'],
      ['ask_beds', 'Query not allowed: it digs'],
    ],
    no: [],
  },
  unfit: {
    yes: [
      ['move_card', 'Invalid row index. The table has 4 rows.'],
      ['change_unit', "Invalid unit code 'XX'"],
      ['calculate', 'invalid syntax (<string>, line 1)', { expression: '1+' }],
    ],
    no: [
      ['validate_email', 'Invalid email address'],
      ['validate_unit', "Invalid unit code 'XX'"],
    ],
  },
  unread: {
    yes: [
      [
        'read_bed_docs',
        'Bed definition file not found, maybe it is a broken link, please download it again.',
        { path: ['/x'] },
      ],
    ],
    no: [],
  },
  unset: {
    yes: [
      ['find_beds', 'GARDEN_API_KEY is empty!'],
      ['list_issues', 'GITHUBLIKE_TOKEN not set'],
    ],
    no: [],
  },
  ofArgument: {
    yes: [['water_bed', 'liters must be above zero', { liters: 0 }]],
    no: [['get_rule', 'pumps must be off at night', { name: 'night' }]],
  },
  empty: {
    yes: [['find_in_plan', 'Plan text cannot be empty', { text: '' }]],
    no: [['check_plan', 'Plan text cannot be empty']],
  },
  holdsNothing: {
    yes: [['get', "Key 'bed:9' is empty", { key: 'bed:9' }]],
    no: [['get', "Key 'bed:8' has no value", { key: 'bed:8' }]],
  },
  'plainest.error-connecting': {
    yes: [['get_kind', 'Error 111 connecting to 10.0.0.9:6379. Connection refused.']],
    no: [],
  },
};
