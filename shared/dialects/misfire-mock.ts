// What `misfire mock` answers itself: calls that its recording lacks. Recorded answers have no such mark, and are decoded as they were.

import { dialect } from './dialect.ts';

export const misfireMock = dialect({
  id: 'misfire-mock',
  name: 'misfire mock',
  marks: [{ weight: 1, means: 'misfire mock answers itself', member: 'data.madeBy', equals: 'misfire mock' }],
  codes: {
    '-32000': {
      class: 'not_found',
      name: 'Not recorded',
      title: 'Not in the recording',
      sentence: 'The recording that {server} serves has no such call',
      explanation: 'misfire mock answers only with what was recorded{because}.',
      remedy: [
        'Call a recorded tool with its recorded arguments, or serve another recording.',
        'To serve this call, first record it with the real server.',
      ],
    },
  },
});
