// For tests: more sentences and payloads by kind, as servers nobody has met may word them, and what only looks like them. All are
// made up here.

import type { FailureClass } from '../failure.ts';
import type { Json } from '../json.ts';

/** Texts of a tool error, and what they are to be read as. */
export const wordings: readonly [kind: string, reads: readonly [text: string, classes: readonly FailureClass[]][]][] = [
  [
    'a service that refuses with a status',
    [
      ['Fetch failed with status 403', ['forbidden']],
      ['The orchard service responded with 404', ['not_found']],
      ['Upstream returned 401', ['unauthorized']],
      ['Unexpected response: 404 (Not Found)', ['not_found']],
      ['GardenApiError: Request failed with status code 400', ['invalid_request', 'validation']],
      ['Fetch failed', ['dependency']],
      ['The orchard service responded with nonsense', ['dependency']],
      ['Upstream returned 502', ['dependency']],
    ],
  ],
  [
    'the name of an exception with a code behind it',
    [
      ['OrchardAPIError[50013]: Missing Permissions', ['forbidden']],
      ['OrchardAPIError[10003]: Unknown Bed', ['not_found']],
      ['TypeError [ERR_INVALID_URL]: Invalid URL', ['validation']],
      ['beds[2]: Missing required value', ['validation']],
    ],
  ],
  [
    'what another service or device is not',
    [
      ['Gate 7 on the north wall is not reachable', ['dependency']],
      ['The sprinkler is offline', ['unavailable']],
      ['Lost connection to the greenhouse while watering', ['connection_lost', 'dependency']],
      ['The socket was closed before the last row came', ['connection_lost', 'dependency']],
      ['The model is currently loading', ['unavailable']],
      ['The planting queue is full', ['unavailable']],
      ['Received an empty reply', ['dependency']],
      ['The watering worker stopped unexpectedly', ['internal']],
    ],
  ],
  [
    'what must come first',
    [
      ['You need to connect to a greenhouse before anything can be planted', ['not_ready']],
      ['Nothing is selected in the bed', ['not_ready']],
      ['The plan has not been loaded: open the plan first', ['not_ready']],
      ['This tool can only be used when a gate is open', ['not_ready']],
      ['Plantd 4.2 or newer is required', ['not_ready']],
    ],
  ],
  [
    'arguments that do not do',
    [
      ['The number of rows does not match the number of beds', ['validation']],
      ['Multiple matches for "fern" in rows 2 and 9', ['validation']],
      ['Give at most 12 seeds', ['validation']],
      ['Provide either row or column, not both', ['validation']],
      ['The pattern fits 8 plants; narrow it down', ['validation']],
      ['The archive is corrupt', ['validation']],
      ['The sheet is password protected', ['validation']],
      ['The drawing is 9000 wide and high, which exceeds the canvas', ['too_large']],
      ['Two beds exceed the limit of 40 plants', ['too_large']],
      ['The text to replace was not found in the note', ['not_found']],
    ],
  ],
  [
    'what is not there any more',
    [
      ['This bed was moved or was deleted', ['not_found']],
      ['The garden has no bed named "west"', ['not_found']],
      ['ZERO_RESULTS', ['not_found']],
    ],
  ],
  [
    'what somebody may not',
    [
      ['Planting requires the gardener role', ['forbidden']],
      ['A security policy of the garden stops this', ['forbidden']],
      ['Your account has been deactivated', ['forbidden']],
      ['The seed shop is blocking requests from this address', ['forbidden']],
      ['Solve the captcha to go on', ['forbidden']],
      ['Your plan allows 3 gardens', ['approval_required']],
      ['The sprinkler is not available in your region', ['unsupported']],
    ],
  ],
  [
    'the state of things',
    [
      ['The bed is being modified by another gardener', ['conflict']],
      ['Cannot delete a bed that has plants in it', ['conflict']],
      ['The order was sent and cannot be changed', ['conflict']],
      ['That name is taken', ['conflict']],
    ],
  ],
  [
    'limits and credentials',
    [
      ['The daily quota is used', ['rate_limited']],
      ['Quota for seeds has been exhausted', ['rate_limited']],
      ['种子接口的调用频率过高', ['rate_limited']],
      ['Limite de chamadas atingido', ['rate_limited']],
      ['Квота на семена превышена', ['rate_limited']],
      ['The session for this garden has expired', ['unauthorized']],
      ['Run `plantd login` and try again', ['unauthorized']],
      ['Session not found or expired', ['not_found']],
    ],
  ],
];

/** What tools answer without `isError` that is a failure all the same. */
export const hidden: readonly (readonly [tool: string, answer: string | Json])[] = [
  ['search_plants', [{ title: 'Error', text: 'The search failed: no answer' }]],
  [
    'update_bed',
    { data: { bedUpdate: { bed: null, userErrors: [{ field: ['name'], message: "Name can't be blank" }] } } },
  ],
  ['water_bed', { cod: '404', message: 'bed not found' }],
  ['water_bed', { message: 'Bad credentials', status: '401' }],
  ['water_bed', { message: '403 Forbidden' }],
  ['water_bed', { detail: 'Invalid token.' }],
  ['water_bed', { detail: [{ loc: ['body', 'row'], msg: 'Field required', type: 'missing' }] }],
  ['water_bed', { errors: { name: ['is too short'] } }],
  ['water_bed', { fault: { faultstring: 'Spike arrest violation' } }],
  ['water_bed', { 'Error Message': 'Invalid call' }],
  ['run_job', { id: 'j1', status: 'failed', error: 'out of seeds' }],
  ['start_pump', 'The pump failed to start within 20 seconds'],
  ['start_pump', 'Start failed with status 3. See the manual.'],
  ['start_pump', 'Pump garden.west is unavailable'],
  ['start_pump', 'The model is currently loading'],
  ['start_pump', 'No pump selected. Please select a pump first.'],
  ['buy_seeds', 'Insufficient balance for 3 packets.'],
  ['add_gardener', 'A gardener with this name is already registered.'],
  ['add_gardener', 'Name taken'],
  ['move_bed', 'No bed was moved because bed 7 does not exist.'],
  ['move_bed', '🔴 Could not move the bed'],
  ['move_bed', 'Verschieben fehlgeschlagen: das Beet ist belegt'],
  ['move_bed', 'Le déplacement a échoué.'],
  ['move_bed', '移動中にエラーが発生しました。'],
];

/** What looks like it and was asked for, or is about something else. */
export const askedFor: readonly (readonly [tool: string, answer: string | Json, sent?: Json])[] = [
  ['list_notes', [{ title: 'Error', text: 'How to read the meter' }]],
  ['list_notes', [{ id: 4, title: 'Error', text: 'The pump failed' }]],
  ['update_bed', { data: { bedUpdate: { bed: { id: 1 }, userErrors: [] } } }],
  ['get_job', { id: 'j1', status: 'failed', reason: 'frost' }],
  ['get_job', { id: 'j1', state: 'ERROR', errorMessage: 'frost' }],
  ['list_jobs', [{ job_id: 'j1', status: 'failed', error: 'frost' }]],
  ['job_status', { jobId: 'j1', status: 'error', error: 'frost', started: '10:00', ended: '10:02' }],
  ['list_errors', { errors: [{ id: 1, message: 'frost', count: 4 }], total: 1 }],
  ['parse_plan', { rows: 3, errors: [{ line: 2, message: 'bad row' }], warnings: [] }],
  ['check_page', { url: 'https://a.example', status: 404, ok: false }],
  ['check_page', { status: 'down', statusCode: 503, message: 'Service Unavailable' }],
  ['http_request', { status: 404, headers: { server: 'a' }, body: 'Not Found' }],
  ['call_endpoint', { request: { path: '/beds' }, response: { status: 500, body: { error: 'frost' } } }],
  ['get_config', { error: { level: 'warn', log: true }, theme: 'dark' }],
  ['get_config', { error: { reporting: 'off' } }],
  ['get_product', { code: 450, title: 'Chair', description: 'Oak' }],
  ['query', [{ error: 'frost', count: 3 }], { sql: 'SELECT error, count(*) FROM runs GROUP BY 1' }],
  [
    'think',
    'The request failed because of frost, so water later.',
    'The request failed because of frost, so water later.',
  ],
  ['add_note', 'Error: remember the seeds', { text: 'Error: remember the seeds' }],
  ['bulk_water', 'Watered 2 of 3 beds. 1 failed.'],
  ['bulk_water', 'Watered 3 beds, 1 failed: bed 7 (no hose)'],
  ['list_alerts', '🔴 CRITICAL: pump failed on bed 3\n🟠 WARNING: dry soil'],
  ['get_ticket', 'Error: gate will not open\nState: open\nPriority: high'],
  ['explain_code', 'Error G12: the gate was left open for a night.'],
  ['ocr_photo', 'ERROR\nInvalid seed'],
  ['search_recipes', '标题：为什么总是失败\n内容：原因有三个'],
  ['get_page', 'A failed harvest with status unknown'],
];
