// HTTP statuses named in a sentence: "HTTP 401", "status code 502", "(403)", "429 Too Many Requests", "[HTTP 404]".
// A bare number is not a status: its neighbours must say so.

import { added, type Facts } from '../facts.ts';

const before =
  /(?:\bhttp|\bhttp\/\d(?:\.\d)?|status|\bcode|\berror|\bfailed|response|\breturned|\bwith)[\s:=#('"[]{0,4}$/i;
const after =
  /^[\])'":,]{0,2}[\s:-]{0,3}(?:Bad Request|Unauthorized|Unauthorised|Payment Required|Forbidden|Not Found|Method Not Allowed|Not Acceptable|Request Timeout|Conflict|Gone|Payload Too Large|Content Too Large|Unsupported Media|Unprocessable|Too Many|Internal Server|Not Implemented|Bad Gateway|Service Unavailable|Gateway Time|Client Error|Server Error)/i;

/** Three digits that are no part of a word, nor of another number: 401.3 and 4.401 are. */
const lone = /[45]\d\d(?<![\w.]\d\d\d)(?!\w|\.\d)/g;
const looked = 600;

export function readStatuses(facts: Facts, text: string, path: string): void {
  lone.lastIndex = 0;
  for (let match = lone.exec(text); match !== null; match = lone.exec(text)) {
    const { index } = match;
    if (index + 2 >= looked) return;
    if (!before.test(text.slice(Math.max(0, index - 24), index)) && !after.test(text.slice(index + 3, index + 34)))
      continue;
    addStatus(facts, Number(match[0]), path);
    return;
  }
}

function addStatus(facts: Facts, value: number, path: string): void {
  const { statuses } = facts;
  for (let index = 0; index < statuses.length; index++) if (statuses[index]?.value === value) return;
  facts.statuses = added(statuses, { value, path });
}
