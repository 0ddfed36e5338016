// Problem details (RFC 9457): recognized by its fields; its `status` uses the HTTP table. Registered problem types are here; a vendor's
// own `type` belongs to that vendor's dialect.

import { dialect } from './dialect.ts';

const registry = 'https://iana.org/assignments/http-problem-types#';

export const rfc9457 = dialect({
  id: 'rfc9457',
  name: 'Problem details',
  kind: 'generic',
  url: 'https://www.rfc-editor.org/rfc/rfc9457',
  marks: [
    {
      weight: 0.7,
      means: 'has the members of a problem document',
      member: 'type',
      type: 'string',
      beside: ['title', 'status'],
    },
    {
      weight: 0.6,
      means: 'has title, status and detail of a problem document',
      member: 'title',
      type: 'string',
      beside: ['status', 'detail'],
    },
    {
      weight: 0.5,
      means: 'carries a problem document in data',
      member: 'data.type',
      type: 'string',
      beside: ['data.title', 'data.status'],
    },
  ],
  words: {
    [`${registry}quota-exceeded`]: { class: 'rate_limited', name: 'quota-exceeded' },
    [`${registry}temporary-reduced-capacity`]: { class: 'rate_limited', name: 'temporary-reduced-capacity' },
    [`${registry}abnormal-usage-detected`]: { class: 'rate_limited', name: 'abnormal-usage-detected' },
  },
});
