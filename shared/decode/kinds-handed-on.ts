// For tests: what a tool says itself, told from what it only hands on (documents, glossaries, logs), and what is said of things by
// their names. Sentences by kind, and as many that only look like them. All are made up here.

import type { FailureClass } from '../failure.ts';
import type { Json } from '../json.ts';

/** Texts of a tool error, and what they are to be read as. */
export const reasons: readonly [kind: string, reads: readonly [text: string, classes: readonly FailureClass[]][]][] = [
  [
    'forms that are not known, and forms that were sent',
    [
      ['seedlib does not support .bed file format, please open the bed with another program first', ['unsupported']],
      ['The planner does not support PLAN files. Save it as text first', ['unsupported']],
      ['Could not detect the language of west.bed', ['validation']],
      ['Unable to detect the encoding', ['validation']],
      [
        'Invalid row format. Rows have numbers. Another garden can be named by the GARDEN environment variable',
        ['validation'],
      ],
      ['Set the GARDEN environment variable', ['not_ready']],
      [
        'GARDEN_TOKEN has an invalid format: environment variable GARDEN_TOKEN must be set',
        ['unauthorized', 'not_ready'],
      ],
      ['Open the bed first', ['not_ready']],
      ['Security violation: watering is not for guests', ['forbidden']],
      ['Empty command', ['validation']],
      ['Empty reply from the greenhouse', ['dependency']],
    ],
  ],
  [
    'a step before this one',
    [
      ['Row 4 is not done yet', ['conflict']],
      ['Not all rows are done', ['conflict']],
      ['Not all beds have been approved', ['conflict']],
      ['The watering is not completed yet', ['not_ready']],
      ['All rows are done, but no bed was found', ['not_found']],
    ],
  ],
  [
    'an envelope before a reason',
    [
      ['Error executing command: Error processing request: Bed not found: B7', ['not_found']],
      ['Error processing request: rows must be a number', ['validation']],
      ['Error executing command: plantd: command not found', ['not_ready']],
      ['Command plantd not found', ['not_ready']],
    ],
  ],
  [
    'what came of each file, by its path',
    [
      ['[{"path":"beds/west.txt","error":"File not found"}]', ['not_found']],
      ['[{"path":"west.txt","error":"Permission denied: the path is outside of the garden"}]', ['forbidden']],
      ['[{"path":"row.width","error":"must be a number"}]', ['validation']],
      ['[{"path":["row"],"message":"Required","code":"invalid_type"}]', ['validation']],
    ],
  ],
];

/** Answers without isError that are failures all the same. */
export const own: readonly (readonly [tool: string, answer: string | Json, sent?: Json])[] = [
  ['translate_letter', 'Translation failed: the dictionary is closed'],
  ['translate_letter', 'Failed to translate the letter: no answer'],
  ['translate_letter', 'Error translating the letter: the dictionary is closed'],
  ['translate_letter', 'Error: getaddrinfo ENOTFOUND words.example'],
  ['paraphrase', 'Error: Request failed with status code 403'],
  ['define_plant', 'Error: fetch failed'],
  ['copy_document', 'Failed to copy the document: the shelf is full'],
  ['rename_page', 'Cannot rename the page: it is framed'],
  ['summarize_document', 'Could not summarize the document: too few words'],
  ['extract_text', 'Failed to extract text: the scan is empty'],
  ['get_document_text', 'Plan west.doc does not exist', { filename: 'west.doc' }],
  ['get_bed', "Bed 'B7' not found.", { bed: 'B7' }],
  ['read_plan', 'The plan west was not found', { plan: 'west' }],
  ['read_plan', 'Error: Failed to open the shelf'],
  ['get_document', 'Error: the file is not a document'],
  ['query', `Database error: no function fits.\n${'\tcandidate(row, row)\n'.repeat(200)}`],
  ['plant_row', '找不到编号为 7 的花坛。请确认编号是否正确。'],
  ['edit_beds', { 'west.bed': { result: 'error', reason: 'The bed has been changed meanwhile' } }],
  ['edit_beds', { west: { success: false, error: 'locked' }, east: { success: false, error: 'locked' } }],
  ['open_bed', { status: 'bed_not_found', message: 'There is no such bed' }],
  ['plant_row', { status: 'invalid_row', message: 'Rows have numbers' }],
  ['plant_row', { status: 'not_connected', message: 'Connect to a garden' }],
  ['get_letter', '**Error**: the letter could not be opened.\n\n**Suggestion**: ask for its key'],
  ['fetch_page', '**Error**: the page is gone.\n**Details**: moved in May'],
];

/** What looks like it and was asked for, or is about something else. */
export const handedOn: readonly (readonly [tool: string, answer: string | Json, sent?: Json])[] = [
  ['convert_to_markdown', '**Error**: what a gardener did.\n\n**Fault**: why the plant died.\n\n**Frost**: cold.'],
  ['read_page', 'Error: what a gardener did.\nFault: why the plant died.'],
  ['get_document_text', 'Error: the harvest failed'],
  ['convert_to_markdown', 'Error: the pump failed\n\nThis leaf tells what to do when the pump failed.'],
  ['read_note', 'Error: too much sun'],
  ['get_entry', '2026-05-01T10:00:00Z ERROR pump failed: dry'],
  ['run_plan', '[2026-05-01 10:00:00] ERROR: pump failed'],
  ['get_last_entry', 'May  1 10:00:00 garden pumpd[7]: error: dry'],
  ['get_entry', 'ERROR 2026-05-01 10:00:00 pump: connection refused'],
  ['run_plan', '10:00:00.123 Error: pump failed'],
  ['translate_letter', 'Error: the gate did not open.'],
  ['translate_letter', 'Failed to open the gate: no key.'],
  ['translate_letter', 'Could not reach the gate'],
  ['define_plant', 'Failure: a harvest that did not come'],
  ['paraphrase', 'The delivery failed: nobody was there.'],
  ['find_bed', 'Bed B7 does not exist', { bed: 'B7' }],
  ['check_bed', "Bed 'B7' not found", { bed: 'B7' }],
  ['get_story', 'The bed does not exist', { story: 'west' }],
  ['get_story', 'Bed west does not exist any more, said Ann, and left.', { story: 'west' }],
  ['run_plan', 'Planting output:\nUnexpected error: the soil is dry'],
  ['plant_row', 'Planting output:\nAll rows are planted'],
  ['get_story', `Garden error: a tale.\n${'She went on.\n'.repeat(200)}`],
  ['search_beds', '找不到编号为 7 的花坛。'],
  ['get_beds', { west: { status: 'error', message: 'dry' }, east: { status: 'error', message: 'dry' } }],
  ['edit_beds', { west: { success: false, error: 'locked' }, east: { success: true } }],
  ['test_connection', { status: 'failed', url: 'https://a.example', error: 'timeout' }],
  ['get_order', { status: 'missing_parts', order: 7, total: 12 }],
  ['get_order', { status: 'not_shipped', message: 'We send it on Monday', id: 7 }],
  ['get_note', '**Error**: the gate is open.\n\n**Answer**: close it.'],
];
