// Examples for the rows of failure-sentences.ts: texts of failed tools, and similar texts of tools that succeeded.

import type { FailureClass } from '../../failure.ts';
import type { Json } from '../../json/json.ts';

export type SaidBy = readonly [tool: string, text: string, args?: Json, kind?: FailureClass];

/** By family name and row name. */
export const sentenceExamples: Readonly<Record<string, { yes: readonly SaidBy[]; no?: readonly SaidBy[] }>> = {
  'opens.other-failure': {
    yes: [
      ['water_bed', 'Toegang tot het bed geweigerd', {}, 'forbidden'],
      ['water_bed', 'Nie udało się podlać grządki', {}, 'internal'],
      ['water_bed', 'Kunde inte ansluta till pumpen', {}, 'dependency'],
      ['water_bed', 'Přístup k záhonu byl odepřen', {}, 'forbidden'],
      ['water_bed', 'Не вдалося підключитися до насоса', {}, 'dependency'],
      ['water_bed', 'Không thể kết nối với máy bơm', {}, 'dependency'],
      ['water_bed', 'Gagal menyiram: koneksi ditolak', {}, 'dependency'],
      ['water_bed', 'تعذر الاتصال بالمضخة', {}, 'dependency'],
    ],
    no: [['translate', 'Không thể', { text: 'cannot' }]],
  },
  'opens.expired-session': {
    yes: [['get_plan', 'Your garden session has expired. Please sign in again.', {}, 'unauthorized']],
  },
  'outOfService.any-with-advice': {
    yes: [['find_beds', 'Search is temporarily unavailable. Please try again in a minute.', {}, 'unavailable']],
    no: [['check_pump', 'The pump is currently offline. Try again later.']],
  },
  'asksForSetup.none-and-first-step': {
    yes: [
      ['ask', 'No beds have been indexed yet. Run index_beds first.', {}, 'not_ready'],
      ['ask_documents', 'No books found. Please upload a book first.'],
      ['start_pump', 'No pump selected. Please select a pump first.'],
      ['close_gate', 'No open gates available. Use open_gate to open one first.'],
      ['play', 'No active device found. Open the player on a device first.', {}, 'not_ready'],
    ],
  },
  'asksForSetup.program-not-installed': {
    yes: [
      ['draw_bed', "'plantd' command not found. Is it installed?"],
      ['plot', 'matplotlib is not installed. Install it with pip.'],
    ],
  },
  'asksForSetup.none-active-and-step': {
    yes: [
      ['get_beds', 'No active garden link. Make sure that the greenhouse is open.'],
      ['ask_garden', 'No garden path configured. Set GARDEN_PATH.'],
      ['find_bed', 'No active garden. Ask for its path, or select one of: west, east', { name: 'fern' }, 'not_ready'],
    ],
  },
  'asksForSetup.please-set-up': {
    yes: [['move_card', 'Please log in first: run the login tool.']],
  },
  'asksForSetup.credential-not-set': {
    yes: [
      ['move_card', 'API key not configured. Please set BOARD_KEY and restart the server.'],
      ['translate_text', 'Error: DeepL API key not configured', { text: 'hi' }, 'unauthorized'],
      ['list_issues', 'Error: GITHUBLIKE_TOKEN environment variable not set', {}, 'unauthorized'],
      ['list_issues', '❌ API key is missing', {}, 'unauthorized'],
      ['list_issues', 'API key is required. Get one at https://x.example', {}, 'unauthorized'],
    ],
  },
  'asksForSetup.not-set-up': {
    yes: [
      ['list_beds', 'Garden is not authorized. Visit https://beds.example/auth to grant access.'],
      ['write_plan', 'Planting is disabled. Restart the greenhouse with --plant to allow it.'],
      ['list_emails', 'Not authenticated. Please run the auth tool first.'],
      ['find_beds', 'Garden client not initialized. Please ensure that the garden is known.'],
      ['get_beds', 'The garden is not responding. Check that the gate is open.'],
      ['list_beds', 'Night watering is not allowed here. Please enable it in the plan', {}, 'forbidden'],
    ],
  },
  broke: {
    yes: [
      ['convert', "Conversion error: cannot convert 'abc' to number"],
      ['query', `Database error: no function fits.${'\n\tcandidate(row, row)'.repeat(200)}\n`],
      ['run_query', 'Query error: relation "x" does not exist', { query: 'select * from x' }, 'not_found'],
      ['run_query', "Database error: (1146, \"Table 'a.b' doesn't exist\")", { query: 'select' }, 'not_found'],
      ['do_it', 'Unexpected error: boom', {}, 'internal'],
    ],
    no: [
      ['get_story', `Garden error: a tale${'.\nShe went on'.repeat(200)}.\n`],
      ['get_changelog', '- Fix error: connection refused\n- Fail early'],
    ],
  },
  brokeLater: {
    yes: [
      [
        'plan_beds',
        'Planning...\n---\nTraceback (most recent call last):\n  File "a.py", line 3, in <module>\n    x()\nValueError: no beds',
        {},
        'validation',
      ],
    ],
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
    yes: [['press_button', 'No active garden session']],
    no: [['list_sessions', 'No active sessions.']],
  },
  'idle.east-asian-none-active': {
    yes: [
      ['add_tree', '没有打开的花园'],
      ['close_gate', '当前没有连接的水泵，请先连接'],
      ['save_plan', '開いている計画がありません'],
    ],
    no: [['list_gardens', '没有打开的花园']],
  },
  'idle.none-active': {
    yes: [['resume_pump', 'There is no pump running']],
  },
  'idle.no-longer-active': {
    yes: [
      ['pause_pump', 'The pump is not running.'],
      ['get_beds', 'The garden is not loaded. Call load_garden.'],
    ],
    no: [
      ['stop_pump', 'The pump is not running.'],
      ['get_pump', 'The pump is not running.'],
      ['get_server_status', 'Server is not running'],
    ],
  },
  'idle.not-active': {
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
  'inTheWay.browser-closed': {
    yes: [['navigate', 'The window was closed']],
    no: [['close_window', 'The window was closed']],
  },
  instead: {
    yes: [['list_rows', "Garden 'mars' not found. Available: west, east"]],
    no: [['find_garden', "Garden 'mars' not found. Available: west, east"]],
  },
  isNone: {
    yes: [
      ['get_plan', 'There is no plan called west-17.', { name: 'west-17' }, 'not_found'],
      ['get_plan', 'No plan found with id: west-17', { id: 'west-17' }, 'not_found'],
    ],
    no: [['search_plans', 'No plan found with id: west-17', { id: 'west-17' }]],
  },
  isMissingAbroad: {
    yes: [
      ['beet_holen', 'Beet B-100 wurde nicht gefunden.', { id: 'B-100' }, 'not_found'],
      ['bed', '花壇 B-100 は存在しません。', { id: 'B-100' }, 'not_found'],
      ['borrar_planta', 'No existe ninguna planta con id 8', { id: 8 }, 'not_found'],
      ['consulta', 'No se encontró ninguna planta con el número 8.', { id: 8 }, 'not_found'],
      ['get_bed', "Aucune plante trouvée avec l'identifiant 8.", { id: '8' }, 'not_found'],
      ['plant_ophalen', 'Geen plant gevonden met nummer 8', { id: 8 }, 'not_found'],
      ['query', '花坛8不存在', { id: '8' }, 'not_found'],
      ['beet_umbenennen', 'Das Beet 8 existiert nicht', { id: 8 }, 'not_found'],
      ['supprimer_plante', "La plante 8 n'existe pas.", { id: 8 }, 'not_found'],
    ],
    no: [['search_beds', 'Das Beet 8 existiert nicht']],
  },
  isMissing: {
    yes: [
      ['read_plan', "Plan 'west-17' could not be located.", { name: 'west-17' }, 'not_found'],
      ['move_card', 'The board does not exist'],
      ['get_document_text', 'Plan west.doc does not exist', { filename: 'west.doc' }],
      ['read_plan', 'The plan west was not found', { plan: 'west' }],
      ['delete_file', 'Cannot delete /a/b: file not found'],
      ['delete_bed', "Bed '9' not found.", { id: '9' }, 'not_found'],
      ['update_entity', "Entity 'x' not found", { name: 'x' }, 'not_found'],
      ['execute_query', "MySQL Error [1146]: Table doesn't exist", { query: 'select' }, 'not_found'],
      ['add_paragraph', 'Document nope.docx does not exist', { filename: 'nope.docx' }, 'not_found'],
      ['get_document_text', 'Document nope.docx does not exist', { filename: 'nope.docx' }, 'not_found'],
      ['get_weather', "City 'Nowhereville' not found", { city: 'Nowhereville' }, 'not_found'],
    ],
    no: [
      ['find_card', 'Card not found'],
      ['list_codes', 'HTTP 404: Not Found\nHTTP 500: Internal Server Error'],
      ['network_log', 'GET https://a.example/beds => [404] Not Found'],
      ['find_bed', 'Bed B7 does not exist', { bed: 'B7' }],
      ['get_story', 'The bed does not exist', { story: 'west' }],
      ['get', 'Key x does not exist', { key: 'x' }],
      ['redis_get', 'Key x does not exist', { key: 'x' }],
      ['get_value', 'Key motd not found', { key: 'motd' }],
    ],
  },
  'missed.because': {
    yes: [['move_bed', 'No bed was moved because bed 7 does not exist.']],
  },
  'missed.not-sent': {
    yes: [
      ['dig', 'The pump took too long to fill.', {}, 'timeout'],
      ['plant', 'Planting cancelled by user.', {}, 'cancelled'],
      ['send_mail', '⚠️ Mail not sent: SMTP server did not answer'],
      ['send_sms', 'SMS could not be delivered.'],
      ['move_card', 'The parcel could not be booked: the depot is closed'],
      ['move_card', 'The printer did not respond within 10 seconds'],
      ['move_card', 'The transfer was not successful. Reason: the account is closed'],
      ['start_pump', 'The pump failed to start within 20 seconds'],
      ['start_pump', 'Start failed with status 3. See the manual.'],
      ['start_pump', 'Pump garden.west is unavailable'],
      ['start_pump', 'The model is currently loading'],
      ['list_beds', 'Garden request failed with status 403: too many gardeners'],
    ],
    no: [
      ['summarize', 'The study failed to find an effect.'],
      [
        'think',
        'The request failed because of frost, so water later.',
        'The request failed because of frost, so water later.',
      ],
      ['delete_bed', 'Bed B7 not deleted: dry run'],
      ['summarize', 'The request failed because of a bad token.', { text: 'x' }],
      ['think', 'The call failed because…', { thought: 'The call failed because…' }],
      ['summarize_text', 'The connection failed because the cable was cut.', { text: 'x' }],
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
  },
  'missed.bracketed-error': {
    yes: [
      ['plant_row', '[ERROR] The soil is dry'],
      ['plant_row', '[planting failed] the soil is dry'],
    ],
  },
  'missed.not-confirmed': {
    yes: [['pull_out_bed', 'Pulling out was not confirmed.']],
  },
  'missed.blocked-stopped': {
    yes: [['draw_bed', 'The drawing was stopped by the gardener']],
  },
  'missed.oops': {
    yes: [['add_bed', 'Oops, the spade broke']],
  },
  'noneWorked.east-asian-none-worked': {
    yes: [['move_card', 'Processed 3 items: 0 successful, 3 failed']],
  },
  'noneWorked.successful-succeeded': {
    yes: [['move_card', 'Done. Succeeded: 0, Failed: 2']],
  },
  'noneWorked.out-successful': {
    yes: [['water_beds', '0 of 3 beds completed\n3 failed']],
  },
  'noneWorked.uploaded-created': {
    yes: [['upload_files', 'Uploaded 0 of 3 files. Errors: a.txt, b.txt, c.txt']],
  },
  'noneWorked.chinese-none-worked': {
    yes: [['water_beds', '浇水结果 成功：0 失败：3']],
  },
  'noneWorked.russian-none-worked': {
    yes: [['water_beds', 'Полив: успешно: 0, ошибок: 3']],
  },
  'ofDatabase.sqlite-syntax': {
    yes: [['run_query', 'near "SELCT": syntax error', { query: 'SELCT 1' }, 'validation']],
  },
  'ofDatabase.no-such-table': {
    yes: [['run_query', 'no such table: x', { query: 'select * from x' }, 'not_found']],
  },
  'ofDatabase.constraint': {
    yes: [['save_bed', 'UNIQUE constraint failed: beds.name']],
  },
  'ofDatabase.relation-column': {
    yes: [['save_bed', 'relation "beds" does not exist']],
  },
  'ofDatabase.postgres-syntax': {
    yes: [
      [
        'execute_sql',
        'ERROR:  syntax error at or near "SELCT"\nLINE 1: SELCT 1\n        ^',
        { sql: 'SELCT 1' },
        'validation',
      ],
    ],
  },
  'ofDatabase.oracle': {
    yes: [['save_bed', 'ORA-00942: table or view does not exist']],
  },
  'ofPython.float-integer': {
    yes: [['calculate', 'division by zero', { expression: '1/0' }, 'validation']],
  },
  'ofPython.invalid-syntax': {
    yes: [['calculate', 'invalid syntax (<string>, line 1)', { expression: '1+' }, 'validation']],
  },
  'ofPython.unsupported-operand': {
    yes: [['add_beds', "unsupported operand type(s) for +: 'int' and 'str'"]],
  },
  'ofPython.could-not': {
    yes: [
      ['add_beds', "could not convert string to float: 'wet'"],
      ['add_beds', "'NoneType' object has no attribute 'rows'"],
    ],
  },
  'ofPython.object-attribute': {
    yes: [['add_beds', "'list' object has no attribute 'rows'"]],
  },
  'ofPython.wrong-argument-count': {
    yes: [['add_beds', "plant() missing 1 required positional argument: 'row'"]],
  },
  'ofPython.codec': {
    yes: [['save_bed', "'ascii' codec can't encode character '\\xe9' in position 3"]],
  },
  'ofSystem.error-name': {
    yes: [
      ['dig_bed', "ENOENT: no such file or directory, scandir '/srv/west'"],
      ['plan_commit', 'fatal: the plan has no history'],
      ['git_log', 'fatal: not a git repository (or any of the parent directories): .git', { path: '/x' }, 'not_ready'],
      [
        'git_push',
        "fatal: could not read Username for 'https://x.example': terminal prompts disabled",
        {},
        'unauthorized',
      ],
    ],
    no: [['run_plan', 'fatal: the plan has no history']],
  },
  'ofSystem.no-such-file': {
    yes: [['dig_bed', 'No such file: west.bed']],
    no: [['find_plan', 'No such file: west.bed']],
  },
  'ofSystem.path-no-such-file': {
    yes: [['dig_bed', 'west.bed: No such file or directory']],
    no: [['run_plan', 'west.bed: No such file or directory']],
  },
  'ofSystem.program-error': {
    yes: [
      ['add_package', 'npm error code E404\nnpm error 404 Not Found - GET https://seeds.example/x', {}, 'not_found'],
      ['get_forecast', 'curl: (6) Could not resolve host: frost.example', {}, 'dependency'],
      [
        'run_psql',
        'psql: error: connection to server at "db", port 5432 failed: FATAL:  password authentication failed for user "ida"',
        { sql: 'select 1' },
        'unauthorized',
      ],
    ],
    no: [
      ['run_shell', 'curl: (7) Failed to connect to frost.example', { command: 'curl frost.example' }],
      ['lint_plan', 'plantd: error: row 4 is empty'],
    ],
  },
  'ofSystem.program-complaint': {
    yes: [
      ['list_plans', 'gh: Bad credentials (HTTP 401)', {}, 'unauthorized'],
      ['sync_beds', 'ssh: connect to host west.example port 22: Connection refused', {}, 'dependency'],
    ],
    no: [['run_shell', 'ls: cannot access west.bed', { command: 'ls' }]],
  },
  offers: {
    yes: [
      ['search_plants', "Invalid sort_by: 'colour'. Valid options: name, height"],
      ['get_guide', 'Invalid topic. Choose soil or water.'],
      ['get_plan', 'Invalid day format. Use YYYY-MM-DD.'],
    ],
  },
  onTheWay: {
    yes: [
      ['paraphrase', 'Words API quota exceeded'],
      ['send_message', 'HTTP 401 Unauthorized'],
      ['get_weather', 'Failed to reach weather service: ECONNREFUSED'],
      ['move_card', 'Weather lookup failed: HTTP 502'],
      ['fetch_url', 'Error: getaddrinfo ENOTFOUND example.invalid'],
      ['send', 'Send failed: ETIMEDOUT, connection to smtp.example.com refused'],
      ['translate_letter', 'Error: getaddrinfo ENOTFOUND words.example'],
      ['paraphrase', 'Error: Request failed with status code 403'],
      ['define_plant', 'Error: fetch failed'],
      ['list_beds', "Error: HTTPConnectionPool(host='x', port=1): Max retries exceeded with url: /", {}, 'dependency'],
      ['fetch', 'Failed to fetch https://x.example/: status code 404', { url: 'https://x.example/' }, 'not_found'],
      [
        'search_web',
        "Search failed: HTTPSConnectionPool(host='x', port=443): Max retries exceeded",
        { query: 'y' },
        'dependency',
      ],
    ],
    no: [
      ['get_issue', '#12 Request failed with status 500\nState: open\nOpened by ann'],
      ['read_file', '# Troubleshooting\n\nError: connect ECONNREFUSED means that the server is down.'],
    ],
  },
  onlyHit: {
    yes: [['search_beds', 'Found 1 results:\n\n1. Error\n   The index could not be opened', { query: 'fern' }]],
    no: [['search_beds', '1. Error handling in beds\n2. Broken pumps', { query: 'broken' }]],
  },
  'opens.stated': {
    yes: [
      ['dig', 'DIG statements are not allowed.'],
      ['get_weather', 'API rate limit reached. Try again in 60 seconds.'],
      ['create_page', 'Not permitted: this space is read-only.'],
      ['move_card', '⛔ Access denied'],
      ['move_card', 'Request timed out after 30 seconds'],
      ['move_card', 'Something went wrong, please try again later'],
      ['buy_seeds', 'Insufficient balance for 3 packets.'],
      ['press_button', 'Timed out waiting for the gate'],
      ['press_button', 'Not implemented yet', {}, 'unsupported'],
      ['run_plan', 'Command blocked by the gardener: dig'],
      ['run_plan', 'Request denied: too deep'],
      ['open_gate', 'Timeout 3000ms exceeded waiting for the gate'],
      ['list_beds', 'Request failed: 403', {}, 'forbidden'],
      ['write_file', 'Permission denied: /etc/passwd', { path: '/etc/passwd' }, 'forbidden'],
      ['do_it', "An unexpected error occurred: 'x'", {}, 'internal'],
      [
        'read_file',
        'Access denied: /etc/shadow is outside the allowed directories',
        { path: '/etc/shadow' },
        'forbidden',
      ],
      ['docker', 'permission denied while trying to connect to the Docker daemon socket', {}, 'forbidden'],
    ],
    no: [
      ['ping_host', 'Request timed out.\nRequest timed out.\n2 packets sent, 0 received'],
      ['check_login', 'Not logged in'],
      ['list_gates', 'Access denied: 3 gates\nAccess granted: 12 gates'],
      ['get_screen', 'Access denied\nAsk the gardener'],
      ['cat', 'Access denied', { path: '/a.txt' }],
      ['get', 'Access denied', { key: 'motd' }],
      ['get_document_text', 'Access denied', { filename: 'a.docx' }],
      ['get_file_contents', 'Permission denied', { path: '/tmp/x.txt' }],
      ['get_page', "Access Denied\nYou don't have permission to access this page.", { url: 'x' }],
      ['get_pasted_text', 'Unauthorized', { id: 'x' }],
      ['get_clipboard', 'Permission denied'],
      ['ping', 'Connection refused', { host: 'x' }],
      ['translate_text', 'Access denied', { text: 'Zugriff verweigert' }],
      ['list_denied_requests', 'Access denied: 3 users\nAccess denied: 4 users'],
      ['get_error_message', 'Access denied', { code: 5 }],
    ],
  },
  'opens.error': {
    yes: [
      ['solve', 'Error evaluating expression: invalid syntax'],
      ['translate_letter', 'Error translating the letter: the dictionary is closed'],
      ['move_card', 'Error during sync: connection reset by peer'],
      ['move_card', 'Error al crear la tarjeta: el tablero no existe'],
      ['get_stock_price', 'Error fetching data for ZZZZ: No data found'],
      ['list_pods', 'Error listing pods: connection refused'],
      ['create_order', 'Error al crear el pedido: cantidad inválida'],
      ['run_code', 'Error executing code: the pump is off'],
      ['get_letter', '**Error**: the letter could not be opened.\n\n**Suggestion**: ask for its key'],
      ['fetch_page', '**Error**: the page is gone.\n**Details**: moved in May'],
      [
        'list_beds',
        'Error fetching beds: 401 Client Error: Unauthorized for url: https://x.example',
        {},
        'unauthorized',
      ],
      ['run_query', 'Error executing query: no such table: x', { query: 'select * from x' }, 'not_found'],
      ['fetch_url', 'Error fetching URL: 404 Client Error', { url: 'https://x.example/' }, 'not_found'],
      ['kubectl_get', 'Error from server (NotFound): pods "x" not found', { name: 'x' }, 'not_found'],
      ['do_it', 'Error occurred while processing: boom', {}, 'internal'],
      ['get_bed_info', 'Error getting bed info: Bed 9 not found', { id: '9' }, 'not_found'],
      [
        'execute_query',
        'Error executing query: connection to server at "localhost" (127.0.0.1), port 5432 failed: Connection refused',
        { query: 'select 1' },
        'dependency',
      ],
      [
        'read_file',
        "Error reading file: [Errno 2] No such file or directory: '/nope.txt'",
        { path: '/nope.txt' },
        'not_found',
      ],
      ['convert_to_markdown', 'Error converting: unsupported URI scheme', { uri: 'foo:x' }, 'unsupported'],
      [
        'redis_get',
        'Error retrieving key x: Error 111 connecting to localhost:6379. Connection refused.',
        { key: 'x' },
        'dependency',
      ],
      [
        'set',
        'Error setting key x: Error 111 connecting to localhost:6379. Connection refused.',
        { key: 'x', value: '1' },
        'dependency',
      ],
      ['get', 'Error retrieving key x: WRONGTYPE', { key: 'xkey' }, 'dependency'],
      ['hget', 'Error getting field: Connection refused', { key: 'x' }, 'dependency'],
      ['run_playbook', 'Error running playbook: exit status 2', {}, 'internal'],
      ['kubectl', 'Error from server (Forbidden): pods is forbidden', { args: 'get pods' }, 'forbidden'],
      ['calculate', 'Error evaluating expression: invalid syntax', { expression: '1+' }, 'validation'],
      ['get_weather', 'Error fetching weather data: 503', { city: 'X' }, 'unavailable'],
    ],
    no: [
      ['list_errors', 'Error rate: 0.2 %, error count: 7'],
      ['explain_code', 'Error G12: the gate was left open for a night.'],
      ['check_plan', 'error[B12]: bed is used twice\n --> plans/west.plan:4:5'],
      ['convert_to_markdown', '**Error**: what a gardener did.\n\n**Fault**: why the plant died.\n\n**Frost**: cold.'],
      ['get_note', '**Error**: the gate is open.\n\n**Answer**: close it.'],
      ['get_docs', 'Error codes:\n- 404: not found\n- 500: internal', { topic: 'errors' }],
      ['get_definition', 'error (noun): a mistake', { word: 'error' }],
    ],
  },
  'opens.please-provide': {
    yes: [['plant_bed', 'Please provide either a row or a name for it']],
  },
  'opens.sorry': {
    yes: [
      ['create_ticket', "I can't do that: no Jira token configured."],
      ['add_event', 'Could not add the event: end is before start'],
      ['get_quote', 'Unable to retrieve quote for ACME at this time.'],
      ['move_card', 'Failed to move the card: list is archived'],
      ['move_card', 'Unable to reach the printer'],
      ['translate_letter', 'Failed to translate the letter: no answer'],
      ['copy_document', 'Failed to copy the document: the shelf is full'],
      ['rename_page', 'Cannot rename the page: it is framed'],
      ['extract_text', 'Failed to extract text: the scan is empty'],
      ['create_bed', 'Failed to create bed: name already taken', { name: 'x' }, 'conflict'],
      ['get_forecast', 'Unable to fetch forecast data for this location.', { lat: 1 }, 'dependency'],
      ['get_alerts', 'Unable to fetch alerts or no alerts found.', { state: 'XX' }, 'dependency'],
      ['send_mail', 'Failed to send email: [Errno 111] Connection refused', { to: 'x' }, 'dependency'],
      ['notify', '❌ Failed to notify: channel_not_found', { channel: 'x' }, 'not_found'],
      ['get_stock_price', 'Failed to get price for XXXX: 404', { symbol: 'XXXX' }, 'not_found'],
      [
        'create_document',
        "Failed to create document: [Errno 13] Permission denied: '/root/x.docx'",
        { filename: '/root/x.docx' },
        'forbidden',
      ],
      [
        'get_document_text',
        "Failed to extract text: Package not found at 'nope.docx'",
        { filename: 'nope.docx' },
        'not_found',
      ],
      [
        'aws_cli',
        'Unable to locate credentials. You can configure credentials by running "aws configure".',
        {},
        'unauthorized',
      ],
      ['convert_units', 'Cannot convert from kg to m', { from: 'kg', to: 'm' }, 'validation'],
      ['get_weather', 'Failed to retrieve weather data', { city: 'X' }, 'dependency'],
      ['send_message', 'Failed to send message: Unauthorized', { chat: '1' }, 'unauthorized'],
    ],
    no: [
      ['diagnose', 'Cannot reach port 22: connection refused. Port 80: open.'],
      ['read_pdf', 'Unable to attend? Send a proxy.'],
      ['summarize_page', 'Unable to bear the heat, the team moved the match to the evening.'],
      ['get_quote', 'Cannot means will not.'],
      ['get_transcript', 'unable to sleep he walked the streets'],
      ['ask_gardener', "I couldn't find a better name, but here are three: A, B, C."],
      ['read_text', 'Failed to start the pump: no water.'],
      ['get_doc', 'Unable to connect to the garden\n===============================\n\nOpen the gate.'],
      ['translate_letter', 'Failed to open the gate: no key.'],
      ['get_ticket', 'Failed to open the gate at night\n\nSteps to reproduce: wait'],
      ['read_note', 'Failed to sleep last night.', { name: 'diary' }],
      ['ask', 'I am unable to say.', { q: 'x' }],
    ],
  },
  'opens.broken': {
    yes: [
      ['deploy_garden', 'Build failed\nDuration: 3 min'],
      ['book_room', 'Booking failed – the room is already taken.'],
      ['move_file', '✗ move failed'],
      ['move_card', '❌ Upload failed: disk quota reached'],
      ['move_card', 'Das Paket konnte nicht gebucht werden: Depot geschlossen'],
      ['execute_sql', 'Query failed: syntax error near "selec"'],
      ['run_query', 'SQL error: syntax error at or near "selct"'],
      ['pay', 'Payment failed: card declined'],
      ['send_mail', 'Die Nachricht konnte nicht gesendet werden'],
      ['move_bed', 'Verschieben fehlgeschlagen: das Beet ist belegt'],
      ['move_bed', 'Le déplacement a échoué.'],
      ['search_plants', 'Plant library unavailable: no network'],
      ['plant_row', 'Planting timed out after 30 seconds'],
      ['find_beds', 'The garden map is being drawn, please try again in a moment.'],
      ['find_beds', 'The gate is still opening. Try again shortly'],
      ['get_bed', 'Garden API returned 401: who are you'],
      ['run_plan', 'Planting exceeded the maximum time of 30 s'],
      ['translate_letter', 'Translation failed: the dictionary is closed'],
      ['draw_plan', 'The drawing of “west.bed” failed: no ink'],
      ['draw_plan', 'Drawing plan (west) timed out after 30 seconds'],
      ['draw_plan', 'Das Zeichnen von “west.bed” ist fehlgeschlagen: keine Tinte'],
      ['draw_plan', 'Der Plan (west) konnte nicht gezeichnet werden'],
      ['draw_plan', 'The model of "west" is still being loaded, try again in a moment'],
      ['list_beds', 'HTTP error occurred: 404 Client Error: Not Found for url: https://x.example', {}, 'not_found'],
      ['list_beds', 'An error occurred: [Errno 111] Connection refused', {}, 'dependency'],
      ['send_mail', "SMTP error: (535, b'5.7.8 Username and Password not accepted')", { to: 'x' }, 'unauthorized'],
      ['generate_image', 'Image generation failed: insufficient credits', { prompt: 'x' }, 'rate_limited'],
      ['do_it', 'Tool execution failed: boom', {}, 'unknown'],
      [
        'search_web',
        'An error occurred while searching: [Errno -2] Name or service not known',
        { query: 'y' },
        'dependency',
      ],
    ],
    no: [
      ['reject_order', 'Order 4 was rejected.', { id: 4 }],
      ['get_build_status', 'Build failed\nDuration: 3 min\nBranch: west'],
      ['list_runs', '❌ Run 12 - failed\n✅ Run 11 - passed'],
      ['read_email', 'Your order failed\n\nDear Ann, the seeds are gone.'],
      ['get_season', '❌ Season 12 failed\n- sowing: passed\n- harvest: failed'],
      ['paraphrase', 'The delivery failed: nobody was there.'],
      ['plan_history', 'abc1234 Mend error: failed watering'],
      ['get_job_log', 'Step 3 failed: exit status 1', { id: '1' }],
    ],
  },
  'opens.response-reply': {
    yes: [['search_plants', 'No response received from the plant library.']],
  },
  'opens.unknown-tool': {
    yes: [['plant_bed', 'Unknown operation "fly" in row 3']],
  },
  'opens.invalid-argument': {
    yes: [['list_beds', 'Invalid parameter: rows']],
  },
  'opens.missing-required': {
    yes: [
      ['dig', 'Missing GARDEN_API_KEY. Add it to your config.'],
      ['list_beds', 'Missing required parameter rows'],
    ],
  },
  'opens.was-declined': {
    yes: [['buy_seeds', 'Your card was declined.']],
  },
  'opens.error-doing': {
    yes: [
      ['render_plan', 'Error rendering the plan of the west bed'],
      ['build_bed', 'Error compiling the plan at line 3\nunexpected }'],
    ],
    no: [['ask_gardener', 'Error handling topics: retries, fallbacks']],
  },
  statusLine: {
    yes: [
      ['list_beds', '401 Unauthorized: the token of this garden has expired', {}, 'unauthorized'],
      ['order_seeds', '502 Bad Gateway from the seed shop', {}, 'dependency'],
      ['list_beds', 'HTTP/1.1 429 Too Many Requests', {}, 'rate_limited'],
    ],
    no: [
      ['explain_code', '404 Not Found: there is no such page', { code: 404 }],
      ['get_code', '404 Not Found: there is no such page', { code: 404 }],
      ['check_link', '404 Not Found', { url: 'https://beds.example/x' }],
    ],
  },
  'opens.http-error': {
    yes: [
      ['call_api', 'API Error 401: invalid key'],
      [
        'search_web',
        'Error: 401 Client Error: Unauthorized for url: https://x.example/search?q=y',
        { query: 'y' },
        'unauthorized',
      ],
    ],
    no: [['fetch_page', 'Status: 404 Not Found\n\nNo such bed']],
  },
  'opens.requested-resource': {
    yes: [['list_beds', 'The requested page does not exist']],
  },
  'opens.only-supported': {
    yes: [
      ['water_bed', 'Only raised beds are supported.'],
      ['query', 'Only reading questions are allowed'],
    ],
  },
  'opens.file-or-directory': {
    yes: [
      ['read_plan', 'File not found: beds.txt'],
      ['list_shelf', 'Path does not exist: /srv/beds'],
    ],
    no: [['find_plan', 'File not found: beds.txt']],
  },
  'opens.not-found': {
    yes: [['get_seed', 'Not found: seed W1']],
    no: [['find_seed', 'Not found: seed W1']],
  },
  'opens.connection-lost': {
    yes: [['run_plan', 'Connection to the garden lost. Please retry.']],
  },
  'opens.connection-refused': {
    yes: [
      [
        'kubectl',
        'The connection to the server localhost:8080 was refused - did you specify the right host or port?',
        { args: 'get pods' },
        'dependency',
      ],
    ],
  },
  'opens.out-of-memory': {
    yes: [['train', 'CUDA out of memory. Tried to allocate 2 GiB', {}, 'internal']],
  },
  'opens.not-connected': {
    yes: [['get_balance', 'Purse not connected']],
    no: [['garden_status', 'Pump not connected']],
  },
  'opens.chromium-error': {
    yes: [['open_gate', 'net::ERR_CONNECTION_REFUSED at http://garden.example/']],
  },
  'opens.http-error-status': {
    yes: [['get_page', 'HTTP error! status: 502']],
  },
  'opens.request-failed': {
    yes: [['get_page', 'Request to https://a.example/beds failed: no answer']],
  },
  'opens.file-too-large': {
    yes: [['read_plan', 'File is too large (12 MB)']],
  },
  'opens.access-denied': {
    yes: [['get_page', 'Access to this page has been denied because we think that you are a robot.']],
  },
  'missed.you-have-none': {
    yes: [['draw_bed', 'You have no credits remaining this month.', {}, 'rate_limited']],
    no: [['get_credits', 'You have no credits remaining.']],
  },
  'missed.you-cannot-because': {
    yes: [['move_bed', "You can't move this bed because you are not its owner.", { bed: '7' }, 'forbidden']],
  },
  'missed.confirm-true': {
    yes: [['pull_out_bed', 'This pulls out bed 7 for good. Call again with confirm=true.', {}, 'approval_required']],
  },
  'opens.east-asian-too-large': {
    yes: [['upload_plan', '文件大小超过限制(最大10MB)', {}, 'too_large']],
  },
  'missed.confirmation-required': {
    yes: [['pull_out_bed', '⚠️ Confirmation required: this pulls out bed 7. Call again with confirm: true.']],
    no: [['list_steps', '- Confirmation required\n- Digging\n- Watering']],
  },
  'opens.signed-out-abroad': {
    yes: [
      ['list_beds', 'U bent niet ingelogd.', {}, 'unauthorized'],
      ['list_beds', 'Sessão expirada. Faça login novamente.', {}, 'unauthorized'],
      ['list_beds', 'Ihre Sitzung ist abgelaufen.', {}, 'unauthorized'],
      ['list_beds', '登录已过期，请重新登录', {}, 'unauthorized'],
      ['list_beds', 'Требуется авторизация.', {}, 'unauthorized'],
    ],
    no: [['translate', 'Ihre Sitzung ist abgelaufen.', { text: 'Your session has expired.' }]],
  },
  'opens.not-allowed-abroad': {
    yes: [
      ['dig', 'Nie masz uprawnień do tej grządki.', {}, 'forbidden'],
      ['dig', "Vous n'avez pas les droits nécessaires pour ce jardin.", {}, 'forbidden'],
      ['dig', '이 밭을 팔 권한이 없습니다.', {}, 'forbidden'],
      ['dig', 'この庭を掘る権限がありません', {}, 'forbidden'],
    ],
  },
  'opens.canceled-abroad': {
    yes: [['dig', 'Operación cancelada por el usuario.', {}, 'cancelled']],
  },
  'opens.broke-abroad': {
    yes: [
      ['dig', 'Connexion au jardin impossible.', {}, 'dependency'],
      ['dig', 'Error interno del servidor', {}, 'internal'],
    ],
  },
  'opens.you-need': {
    yes: [['list_letters', 'You need to log in first.']],
  },
  'opens.bad-credential': {
    yes: [['create_page', 'Your token has expired. Sign in again.']],
  },
  'opens.no-credential': {
    yes: [
      [
        'query_beds',
        "No API token provided. Please provide a token via the 'token' parameter or PLANTD_TOKEN environment variable.",
        { query: 'x' },
        'unauthorized',
      ],
    ],
  },
  'opens.credential-not-provided': {
    yes: [
      [
        'query_beds',
        "No API token provided. Please provide a token via the 'token' parameter or PLANTD_TOKEN environment variable.",
        { query: 'x' },
      ],
    ],
  },
  'opens.none-so-not-done': {
    yes: [['update_plan', 'No garden ID known — plan not updated.']],
  },
  'opens.you-are-rate-limited': {
    yes: [['list_beds', 'You are being rate limited by the seed shop']],
  },
  'opens.you-lack-permission': {
    yes: [['move_card', '🚫 You do not have permission to edit this board']],
  },
  'opens.you-are-not-allowed': {
    yes: [['send_message', 'You are not allowed to write to this gardener.']],
  },
  'opens.too-low': {
    yes: [['send_message', 'Your seed balance is too low to send a parcel.']],
  },
  'opens.token-key': {
    yes: [['create_page', 'Your token has expired. Sign in again.']],
  },
  'opens.east-asian-failure': {
    yes: [
      ['move_card', '请先登录后再使用该功能，未登录'],
      ['move_card', '获取天气失败：网络超时'],
      ['get_weather', '获取天气数据失败，网络错误'],
    ],
  },
  'opens.east-asian-failed-at-end': {
    yes: [
      ['move_card', 'カードの作成に失敗しました'],
      ['move_bed', '移動中にエラーが発生しました。'],
      ['add_user', '添加失败：邮箱已注册'],
      ['create_event', '予定の作成に失敗しました：開始時刻が終了時刻より後です'],
      ['get_page', 'ページが見つかりませんでした。'],
      ['send_mail', '메일을 보낼 수 없습니다'],
    ],
    no: [['translate', 'エラー：ファイルが見つかりません']],
  },
  'opens.east-asian-not-found': {
    yes: [
      ['open_garden', '花园不存在: north.bed'],
      ['copy_plan', '計画が見つかりません：spring'],
    ],
  },
  'opens.east-asian-bad-argument': {
    yes: [
      ['sow', '日期格式不正确，请使用YYYY-MM-DD', {}, 'validation'],
      ['plant_row', 'rows 参数格式错误，请检查'],
    ],
  },
  'opens.russian-failure': {
    yes: [
      ['dig', 'Произошла внутренняя ошибка сада.'],
      ['move_card', 'Не удалось сохранить карточку'],
      ['create_order', 'Не удалось создать заказ: неверное количество'],
    ],
  },
  'opens.spanish-failure': {
    yes: [
      ['move_card', 'No se pudo guardar la tarjeta: permiso denegado'],
      ['send_mail', 'No se pudo enviar el correo'],
    ],
  },
  'opens.portuguese-failure': {
    yes: [
      ['move_card', 'Não foi possível salvar o cartão'],
      ['send_mail', 'Não foi possível enviar a mensagem'],
    ],
  },
  'opens.german-failure': {
    yes: [['move_card', 'Es ist ein Fehler aufgetreten']],
  },
  'opens.french-failure': {
    yes: [
      ['move_card', "Une erreur s'est produite lors de la création"],
      ['create_order', 'Échec de la création de la commande : quantité invalide'],
      ['send_mail', "Impossible d'envoyer le message"],
      ['move_card', 'Erreur : impossible de créer la carte'],
    ],
    no: [['translate', 'Erreur : fichier introuvable']],
  },
  'opens.italian-failure': {
    yes: [['send_mail', 'Impossibile inviare il messaggio']],
  },
  'opens.session-expired': { yes: [['dig_bed', 'Session expired. Log in again.', {}, 'unauthorized']] },
  'opens.must-call-first': {
    yes: [['dig_bed', 'You must call open_garden before digging.', {}, 'not_ready']],
  },
  'opens.timed-out-abroad': {
    yes: [
      ['regar', 'La solicitud superó el tiempo de espera.', {}, 'timeout'],
      ['dig_bed', 'Zeitüberschreitung bei der Anfrage', {}, 'timeout'],
      ['dig_bed', 'Tiempo de espera agotado', {}, 'timeout'],
      ['dig_bed', 'Превышено время ожидания', {}, 'timeout'],
    ],
  },
  'opens.wrong-abroad': {
    yes: [
      ['sembrar', 'El formato de la fecha no es válido.', {}, 'validation'],
      ['dig_bed', 'Ungültiger Wert für reihe', {}, 'validation'],
      ['dig_bed', 'Paramètre manquant : rang', {}, 'validation'],
      ['dig_bed', 'Falta el parámetro fila', {}, 'validation'],
      ['dig_bed', 'Clé API invalide', {}, 'unauthorized'],
      ['dig_bed', 'Ongeldige waarde voor rij', {}, 'validation'],
    ],
  },
  'opens.service-abroad': {
    yes: [
      ['dig', 'Hizmet şu anda kullanılamıyor.', {}, 'unavailable'],
      ['dig_bed', 'Der Dienst ist zurzeit nicht verfügbar.', {}, 'unavailable'],
    ],
  },
  'opens.east-asian-verb-at-end': {
    yes: [
      ['dig_bed', 'パラメータ「列」は必須です', {}, 'validation'],
      ['dig_bed', 'リクエストがタイムアウトしました', {}, 'timeout'],
      ['dig_bed', 'API 키가 유효하지 않습니다', {}, 'unauthorized'],
    ],
  },
  'opens.too-many': {
    yes: [
      ['dig', 'Se ha superado el límite de solicitudes.', {}, 'rate_limited'],
      ['reservar_arriate', 'Demasiadas solicitudes. Espere 30 segundos.', {}, 'rate_limited'],
      ['water_bed', '请求过于频繁，请30秒后重试', {}, 'rate_limited'],
    ],
  },
  'outOfService.service': {
    yes: [
      ['translate_letter', 'Translation service unavailable'],
      ['get_weather', 'Weather service unavailable', { city: 'X' }, 'unavailable'],
    ],
  },
  'plainest.mcp-error': {
    yes: [['list_beds', 'MCP error -32603: no beds']],
  },
  'plainest.traceback': {
    yes: [
      [
        'add_bed',
        'Traceback (most recent call last):\n  File "/srv/a.py", line 1, in f\nKeyError: \'x\'',
        {},
        'internal',
      ],
    ],
    no: [
      ['run_code', "Traceback (most recent call last):\nNameError: name 'bed' is not defined"],
      ['read_file', 'Traceback (most recent call last):\n  File "a.py"\nValueError: x', { path: '/tmp/err.txt' }],
    ],
  },
  'plainest.error-label': {
    yes: [
      ['move_card', 'Ошибка: нет доступа к доске'],
      ['move_card', 'Fehler: Die Karte konnte nicht gespeichert werden'],
      ['search_seeds', 'Error during the search'],
      ['move_card', 'Error: the shelf could not be opened'],
      ['run_query', 'Error: no such table: customers'],
      ['write_file', 'Error: path /etc/x is outside the allowed folders'],
      ['get_page', "Error: Page 'Foo' not found"],
      ['rename', 'Error - name already taken'],
      ['send_mail', 'Ошибка при отправке письма: сервер недоступен'],
      ['create_order', 'Fehler beim Anlegen der Bestellung: ungültige Menge'],
      ['read_plan', 'Error: File not found'],
      ['read_plan', 'Error: EACCES'],
      ['read_note', 'Error: Bed note not found'],
      ['read_plan', 'Error: Failed to open the shelf'],
      ['get_document', 'Error: the file is not a document'],
      [
        'web_search',
        'Error: search backend unavailable\n\nUsage guide:\n- Use short queries\n- Avoid quotes\n\nExamples:\n1. ferns\n2. moss',
        { query: 'x' },
        'unavailable',
      ],
      ['calculate', 'Error: division by zero', { expression: '1/0' }, 'validation'],
      ['install_package', "Error: package 'foo' not found in registry", { name: 'foo' }, 'not_found'],
      ['browser_click', 'Error: No element with ref e9', { ref: 'e9' }, 'unknown'],
      ['git_status', 'Error: /x is not a git repository', { repo_path: '/x' }, 'not_ready'],
      [
        'docker_ps',
        'Error: Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?',
        {},
        'dependency',
      ],
      ['set_value', 'Exception: boom', { bed: -1 }, 'internal'],
      ['do_it', 'ERROR - boom', {}, 'unknown'],
      ['get_stock_price', 'Error: No data found for symbol XXXX', { symbol: 'XXXX' }, 'not_found'],
      ['list_papers', 'Error: unable to open storage', {}, 'internal'],
      ['list_tables', 'Error: could not connect to server', {}, 'dependency'],
      ['delete_row', "Error: Sheet 'X' not found", { sheet: 'X' }, 'not_found'],
      ['format_range', 'Error: Invalid cell reference: 1A', { start: '1A' }, 'validation'],
      ['read_file', 'Error: File not found: /nope.txt', { path: '/nope.txt' }, 'not_found'],
      [
        'read_file',
        "Error: 'utf-8' codec can't decode byte 0xff in position 0: invalid start byte",
        { path: '/x.bin' },
        'validation',
      ],
      ['calculate', "Error: name 'foo' is not defined", { expression: 'foo' }, 'internal'],
      ['take_screenshot', 'Error: no display found', {}, 'not_ready'],
      ['get_pull_request', 'Error: 404 {"message": "Not Found"}', { number: 9 }, 'not_found'],
      ['memory_add', 'Error: OPENAILIKE_API_KEY not set', {}, 'unauthorized'],
      ['explain_query', 'Error: relation "beds" does not exist', { sql: 'select * from beds' }, 'not_found'],
    ],
    no: [
      ['translate', 'Fehler beim Laden der Datei'],
      ['translate_text', 'Error: file not found'],
      ['container_logs', 'Error: listen EADDRINUSE :::3000\n    at Server.listen (node:net:1)\nrestarting'],
      ['worker', 'ERROR: lost the peer\nERROR: trying again\nINFO: found the peer'],
      ['echo', 'Error: hello'],
      ['review_code', 'Error: the variable `x` is never used (line 4). Consider removing it.'],
      ['translate', 'Ошибка: файл не найден'],
      ['translate', 'Error: archivo no encontrado'],
      ['translate', 'Fehler: Datei nicht gefunden'],
      ['get_event', '**Error**\n\n```\nTypeError: frost\n```\n\n**Where**: bed 3'],
      ['add_note', 'Error: remember the seeds', { text: 'Error: remember the seeds' }],
      ['get_ticket', 'Error: gate will not open\nState: open\nPriority: high'],
      ['ocr_photo', 'ERROR\nInvalid seed'],
      ['describe_exception', 'FrostError: raised when the night was too cold.'],
      ['search_posts', 'Error: gate stuck\nhttps://a.example/1\nFailed to water\nhttps://a.example/2'],
      ['get_message', 'Error: letter not delivered\nFrom: post\nSubject: your letter'],
      ['get_stack_trace', 'Error: frost\n    at water (garden.js:1:1)'],
      ['get_diagnostics', 'Error: Cannot find bed B7 at line 3, column 5'],
      ['get_alert', 'Error: frost above the limit\nSeverity: critical'],
      ['read_page', 'Error: what a gardener did.\nFault: why the plant died.'],
      ['get_document_text', 'Error: the harvest failed'],
      ['convert_to_markdown', 'Error: the pump failed\n\nThis leaf tells what to do when the pump failed.'],
      ['read_note', 'Error: too much sun'],
      ['translate_letter', 'Error: the gate did not open.'],
      ['get_document_text', 'Error: the pump is broken', { filename: 'a.docx' }],
      ['read_file', 'Error: this is the first line of a log\nError: second', { path: '/a.log' }],
      ['list_errors', 'Error: boom (3 times)'],
      ['get_logs', 'Error: connection refused\nError: connection refused'],
      ['echo', 'Error: boom', { message: 'Error: boom' }],
      ['get_issue', 'Error: login fails\nState: open\nLabels: bug', { id: 1 }],
      ['git_diff', '-Error: x\n+Error: y'],
      ['decode_base64', 'Error: x', { data: 'RXJyb3I6IHg=' }],
      ['extract_text', 'Error: the scanned receipt reads so', { path: '/a.png' }],
    ],
  },
  'plainest.exception-name': {
    yes: [['list_beds', 'BedError: no rows']],
    no: [
      ['get_garden_issue', 'FrostError: too cold\n\nCulprit: pump\nFirst seen: Monday'],
      ['run_python', 'ZeroDivisionError: division by zero'],
      ['get_stacktrace', 'FrostException: too cold\n\tat Garden.water(Garden.java:5)'],
    ],
  },
  'plainest.errno': {
    yes: [
      ['list_beds', '[Errno 111] Connection refused', {}, 'dependency'],
      [
        'move_file',
        "[Errno 2] No such file or directory: '/a' -> '/b'",
        { source: '/a', destination: '/b' },
        'not_found',
      ],
    ],
  },
  'plainest.printed-number-and-text': {
    yes: [
      ['list_beds', "(1045, \"Access denied for user 'x'@'localhost'\")", {}, 'unauthorized'],
      ['execute_query', "(1146, \"Table 'x.y' doesn't exist\")", { query: 'select 1' }, 'not_found'],
    ],
  },
  'plainest.printed-text-and-exception': {
    yes: [
      [
        'get_bed',
        "('Connection aborted.', ConnectionResetError(104, 'Connection reset by peer'))",
        { id: '1' },
        'dependency',
      ],
    ],
  },
  'plainest.printed-exception': {
    yes: [['set_value', "ValueError('bed must be positive')", { bed: -1 }, 'validation']],
  },
  'plainest.connection-pool': {
    yes: [
      [
        'list_beds',
        "HTTPConnectionPool(host='x', port=1): Max retries exceeded with url: / (Caused by NewConnectionError('x: " +
          "Failed to establish a new connection: [Errno 111] Connection refused'))",
        {},
        'dependency',
      ],
    ],
  },
  'plainest.exit-status': {
    yes: [
      ['run_tool', 'Exit Status: 1\nSTDERR: plantd: cannot open bed\n', {}, 'internal'],
      ['orchard_cli', 'Exit code: 2\nStdout: \nStderr: error: unknown flag --x', { args: ['--x'] }, 'validation'],
    ],
  },
  'plainest.browser-call': {
    yes: [
      [
        'crawl',
        'Page.goto: net::ERR_NAME_NOT_RESOLVED at https://x.example/',
        { url: 'https://x.example/' },
        'dependency',
      ],
      [
        'crawl',
        'Page.goto: Timeout 30000ms exceeded.\nCall log:\n  - navigating to "https://x.example/"',
        { url: 'https://x.example/' },
        'timeout',
      ],
    ],
  },
  'plainest.stderr-error': {
    yes: [
      [
        'orchard_cli',
        '\nSTDERR:\nERROR: (plantd.beds) You do not have an active account selected.\nPlease run:\n\n  $ plantd auth login\n',
        { args: ['beds'] },
        'unauthorized',
      ],
    ],
  },
  'plainest.error-occurred': {
    yes: [['move_card', 'An unexpected error occurred while drawing the chart']],
  },
  'plainest.error': {
    yes: [['list_beds', 'Error']],
  },
  'plainest.command-failed': {
    yes: [['water_beds', 'Command failed: pump --on']],
  },
  'plainest.east-asian-error-label': {
    yes: [
      ['move_card', '错误：无法打开文件'],
      ['move_card', '오류: 카드를 저장할 수 없습니다'],
      ['move_card', 'エラー: 接続できませんでした'],
    ],
    no: [['translate', '错误：文件未找到']],
  },
  'plainest.chinese-action-failed': {
    yes: [['create_order', '创建订单失败：数量必须大于零']],
  },
  'refuses.thing-is-refused': {
    yes: [
      ['add_gardener', 'bo is already a member of this garden.', {}, 'conflict'],
      ['export_plan', "Plan export isn't supported for this bed."],
      ['delete_item', 'Item 44 does not exist, so it was not deleted.'],
      ['add_comment', 'Issue ABC-1 not found. No comment was added.'],
      ['add_gardener', 'A gardener with this name is already registered.'],
      ['add_gardener', 'Name taken'],
      ['book_bed', 'Bed 7 is already booked for Monday'],
      ['close_bed', 'Bed 7 has already been closed.'],
      ['press_button', "Button '#water' is not clickable"],
      ['plant_row', 'Garden planner not available'],
      ['summarize_plan', 'The plan is too short to summarize.'],
      ['draw_row', 'West row not found (by number or name). (Old rows are skipped in this search)'],
    ],
    no: [
      ['get_note', 'The hose was not available on Monday, so we waited.'],
      ['get_story', 'Bed west does not exist any more, said Ann, and left.', { story: 'west' }],
      ['translate_letter', 'The service of the gardener is not available'],
      ['add_bed', 'Bed B7 already exists, skipping'],
      ['add_bed', 'The bed already exists: B7 (nothing to do)'],
      ['water_bed', 'Bed B7 not found in the plan, left unchanged.'],
      ['draw_row', 'West row not found, skipped'],
      ['hget', "Field 'row' not found in hash 'beds'.", { name: 'beds', key: 'row' }],
    ],
  },
  'refuses.invalid': {
    yes: [
      ['move_card', 'Invalid row index. The table has 4 rows.'],
      ['calculate', 'Invalid expression: 1+', { expression: '1+' }, 'validation'],
      ['get_time', 'Invalid timezone: Mars/Base', { timezone: 'Mars/Base' }, 'validation'],
    ],
    no: [['validate_json', 'Invalid JSON: Unexpected token', { text: '{' }]],
  },
  'refuses.only-supported': {
    yes: [
      ['dig', 'This server only permits looking.'],
      ['query', 'Only reading questions are allowed'],
    ],
    no: [['get_guide', 'Only raised beds are allowed in the shade, where ferns grow.']],
  },
  'refuses.none-provided': {
    yes: [
      ['set_labels', 'No labels provided'],
      ['plant_row', 'No garden address defined for the plan'],
    ],
  },
  'refuses.you-must': {
    yes: [['move_card', 'Must provide either an id or a name']],
  },
  'refuses.please-provide': {
    yes: [['analyze_soil', 'Please provide a bed to analyze.']],
    no: [['ask_gardener', 'Please provide a photo of the leaf, then I can tell.']],
  },
  'refuses.unsupported': {
    yes: [['convert_currency', 'Unsupported currency: XAZ', { to: 'XAZ' }, 'unsupported']],
  },
  'refuses.wrong-value': {
    yes: [
      ['open_gate', 'Wrong number'],
      ['change_unit', "Invalid unit code 'XX'"],
      ['calculate', 'Invalid expression', { expression: '1+' }, 'validation'],
    ],
    no: [
      ['validate_email', 'Invalid email address'],
      ['validate_unit', "Invalid unit code 'XX'"],
      ['verify_email', 'Invalid email address', { email: 'x' }],
    ],
  },
  'refuses.duplicate': {
    yes: [['add_bed', 'Duplicate bed B7']],
  },
  'refuses.needed': {
    yes: [['add_bed', 'A larger garden is needed']],
  },
  'refuses.have-not': {
    yes: [
      ['add_bed', 'Digging rights have not been granted'],
      ['list_letters', 'Access to the letters has not been granted. Open the settings to allow it.'],
    ],
  },
  'refuses.not-found': {
    yes: [
      [
        'paint_bed',
        `**Colour "mud" not found.**\n\nColours that there are:\n\n- red\n- green\n\n${'Keep the brush. '.repeat(20)}Keep the br`,
      ],
      ['get_bed', "Bed 'B7' not found.", { bed: 'B7' }],
    ],
    no: [['check_bed', "Bed 'B7' not found", { bed: 'B7' }]],
  },
  'refuses.unknown': {
    yes: [['convert_time', "Unknown timezone 'Mars/Base'", { tz: 'Mars/Base' }, 'not_found']],
  },
  'refuses.name-is-taken': {
    yes: [['add_gardener', 'A gardener with the name Bo already exists.', { name: 'Bo' }, 'conflict']],
  },
  'refuses.already-exists': {
    yes: [['write_plan', "Plan 'west' exists. Use overwrite=true to draw it anew."]],
  },
  'refuses.not-found-abroad': {
    yes: [['regar', 'La planta no existe.', {}, 'not_found']],
    no: [['search_beds', 'Das Beet 8 existiert nicht']],
  },
  'refuses.already-exists-abroad': {
    yes: [
      ['add_bed', 'この名前は既に使用されています。', {}, 'conflict'],
      ['beet_anlegen', 'Ein Beet mit dem Namen "West" existiert bereits.', { name: 'West' }, 'conflict'],
    ],
    no: [['search_beds', 'Das Beet 8 existiert bereits']],
  },
  'refuses.chinese-not-found': {
    yes: [['plant_row', '找不到编号为 7 的花坛。请确认编号是否正确。']],
    no: [['search_beds', '找不到编号为 7 的花坛。']],
  },
  'says.chinese-request': {
    yes: [['draw_map', '请先打开花园']],
    no: [['search_guides', '请先松土\n然后浇水']],
  },
  'says.please-provide': {
    yes: [['weigh_seeds', 'Please navigate to the scales at /scales/']],
  },
  'says.failed-with-reason': {
    yes: [
      ['water_bed', 'error: no hoses here'],
      [
        'query',
        '(psycopg2.OperationalError) connection to server at "localhost" failed: Connection refused',
        { sql: 'select 1' },
        'dependency',
      ],
      ['do_it', 'error: boom', {}, 'unknown'],
      ['git_commit', "error: pathspec 'x' did not match any file(s) known to git", { files: ['x'] }, 'not_found'],
    ],
    no: [
      ['get_logs', 'ERROR: disk almost full\nINFO: cleaned'],
      ['get_definition', 'error: a mistake; failure: lack of success'],
      ['lookup_word', 'failure (noun): lack of success'],
      ['bulk_water', 'Watered 3 beds, 1 failed: bed 7 (no hose)'],
      ['define_plant', 'Failure: a harvest that did not come'],
      ['describe_pump', 'Warning  Failed  2m  pump  Error: dry'],
      ['grep', 'error: boom\nerror: boom2', { pattern: 'error' }],
      ['run_command', 'error: boom', { command: 'echo error: boom' }],
      ['get_build_log', 'error: could not compile `x`\nerror: aborting', { id: '1' }],
      ['get_events', 'Warning  Failed  pod/x  Error: ImagePullBackOff'],
    ],
  },
  settled: {
    yes: [
      ['create_bed', 'Bed 9 already exists, skipping'],
      ['list_jobs', 'build: failed\ndeploy: skipped\ntest: passed'],
      ['delete_item', 'Deleted. Note: 2 linked items could not be found and were skipped.'],
      ['delete_bed', 'No such bed; nothing to do', { id: '9' }],
    ],
  },
  'someFailed.count-failed': {
    yes: [['list_beds', 'HTTP error occurred: 404 Client Error: Not Found for url: https://x.example']],
    no: [
      ['run_tests', '3 failed, 10 passed in 2.1s'],
      ['run_tests', 'Tests: 2 passed, 1 failed, 3 total'],
      ['import_rows', 'Imported 40 rows: 38 successful, 2 failed'],
      ['lint_file', 'a.ts:1:1 error Unexpected var\n1 problem (1 error)'],
      ['check_status', 'Service status: 2 of 5 checks failed'],
      ['get_incident', 'Incident 4: API returned 500 errors between 10:00 and 11:00. Resolved.'],
      ['run_tests', 'FAIL src/a.test.ts\nTests: 1 failed, 9 passed'],
      ['sync', 'Synced 10 of 12 files; 2 failed (a.txt, b.txt)'],
      ['import_rows', '95 rows imported, 5 errors'],
      ['bulk_water', 'Watered 2 of 3 beds. 1 failed.'],
      ['run_plan', '10:00:00.123 Error: pump failed'],
      ['run_tests', '3 failed, 2 passed'],
      ['update_bed', 'Updated. Warning: 2 plants failed last year', { id: 1 }],
    ],
  },
  'someFailed.failed-count': {
    yes: [
      ['search_beds', '[{"error":"Search request failed: 429 Too Many Requests"}]', { query: 'x' }, 'rate_limited'],
    ],
    no: [['get_run', "Run 'water' failed: 3 of 12 checks failed"]],
  },
  'someFailed.none-out-of': {
    yes: [['move_boxes', 'Token bucket exhausted: 0 of 40 left, refill in 9 s']],
  },
  'someFailed.chinese-count-failed': {
    yes: [['water_beds', '浇水结果 成功：0 失败：3']],
    no: [['read_file', '日志：连接失败 3 次，随后成功']],
  },
  'someFailed.russian-count-failed': {
    yes: [['water_beds', 'Полив: успешно: 0, ошибок: 3']],
  },
  stopped: {
    yes: [
      ['run_code', 'one\ntwo\n\n--- Error ---\nExecution timed out after 3 seconds'],
      ['run_command', 'Command timed out.'],
    ],
  },
  tagged: {
    yes: [['get_page', '<error>Failed to get the page: no answer</error>']],
  },
  thrown: {
    yes: [['add_bed', 'Traceback (most recent call last):\n  File "/srv/a.py", line 1, in f\nKeyError: \'x\'']],
  },
  'unchanged.nothing-changed': {
    yes: [['update_bed', 'No changes were made: bed B7 is asleep']],
  },
  'unchanged.not-done': {
    yes: [
      ['store_seed', 'Seed not stored: duplicate'],
      ['add_row', 'Row not added: column "age" must be a number'],
      ['ask_beds', 'Query not allowed: it digs'],
    ],
  },
  unfit: {
    yes: [
      ['assign_bed', 'No such gardener: maria', { to: 'maria' }],
      ['send_sms', 'The number 0049x12 is not a valid phone number.', { to: '0049x12' }],
    ],
    no: [['validate_phone', '0049x12 is not a valid phone number', { phone: '0049x12' }]],
  },
  unread: {
    yes: [
      [
        'read_bed_docs',
        'Bed definition file not found, maybe it is a broken link, please download it again.',
        { path: ['/x'] },
        'not_found',
      ],
      ['read_memo', 'Memo file ferns not found, consider writing one.', { memo: 'ferns' }, 'not_found'],
    ],
  },
  unset: {
    yes: [['find_beds', 'GARDEN_API_KEY is empty!']],
  },
  ofArgument: {
    yes: [
      ['water_bed', 'liters must be above zero', { liters: 0 }],
      ['move_card', 'Could not save the draft, the folder is read-only'],
      ['move_bed', '🔴 Could not move the bed'],
      ['send_message', 'Message not sent: the gardener is away'],
      ['summarize_document', 'Could not summarize the document: too few words'],
      ['get_gardener', 'Gardener not found'],
      [
        'get_transcript',
        'Could not retrieve a transcript for the video https://v.example/1! This is most likely caused by:\n\n' +
          'Subtitles are disabled for this video',
        { id: 'https://v.example/1' },
        'unsupported',
      ],
      ['list_issues', 'GITHUBLIKE_TOKEN not set', {}, 'unauthorized'],
      ['read_file', 'File not found: /nope.txt', { path: '/nope.txt' }, 'not_found'],
      [
        'convert_to_markdown',
        'Could not convert file:///x.foo: UnsupportedFormatException',
        { uri: 'file:///x.foo' },
        'unsupported',
      ],
      ['get_weather', 'Could not geocode location: Nowhereville', { city: 'Nowhereville' }, 'internal'],
      ['play', 'Player is not running', {}, 'not_ready'],
      ['click', 'Element not found: #foo', { selector: '#foo' }, 'not_found'],
      ['index_repo', 'Repository not indexed. Run index_repo first', {}, 'not_ready'],
      ['water_bed', 'liters=0 is not allowed; leave it out or give a positive number', { liters: 0 }, 'validation'],
    ],
    no: [
      ['get_rule', 'pumps must be off at night', { name: 'night' }],
      ['chat', 'I cannot recommend that restaurant, but here are three others: A, B, C.'],
      ['delete_bed', 'Bed not deleted: dry run only.'],
      ['translate_letter', 'Could not reach the gate'],
      ['get_rules', 'Queries not allowed here are those that dig.'],
      ['get_story', 'Gardener not found'],
      ['find_gardener', 'Gardener not found'],
      ['find_bed', 'Bed not found', { name: 'x' }],
      ['find_entity', 'Entity not found', { name: 'x' }],
      ['get_song_lyrics', 'I cannot sleep\nI failed again'],
    ],
  },
  empty: {
    yes: [['find_in_plan', 'Plan text cannot be empty', { text: '' }, 'validation']],
    no: [['check_plan', 'Plan text cannot be empty']],
  },
  holdsNothing: {
    yes: [
      ['get', "Key 'bed:9' is empty", { key: 'bed:9' }],
      ['get_page_text', '404 Not Found\nThe page you were looking for moved.'],
      ['run_shell', 'bash: foo: command not found'],
      ['check_url', 'https://x.example returned 404 Not Found'],
      ['navigate', 'Navigated to https://x.example/404\nTitle: 404 Not Found'],
      ['explain_error', 'ENOBED means that the bed does not exist. Check the plan.'],
      ['bash', 'bash: foo: command not found', { command: 'foo' }],
      ['lookup_error_code', '404: Not Found', { code: 404 }],
      ['http_status', '404 Not Found: the resource does not exist', { code: 404 }],
      ['get_readme', '# Failing\n\nError: not found'],
    ],
    no: [['get', "Key 'bed:8' has no value", { key: 'bed:8' }]],
  },
  'plainest.error-connecting': {
    yes: [['get_kind', 'Error 111 connecting to 10.0.0.9:6379. Connection refused.', { name: 'fern' }, 'dependency']],
  },
};
