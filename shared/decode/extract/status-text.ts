// HTTP statuses named in a sentence: "HTTP 401", "status code 502", "(403)", "429 Too Many Requests", "[HTTP 404]".
// A bare number is not a status: its neighbours must say so.

import { added, type Facts } from '../facts.ts';

const before =
  /(?:\bhttp|\bhttp\/\d(?:\.\d)?|status|\bcode|\berror|\bfailed|response|\breturned|\bwith)[\s:=#('"[]{0,4}$/i;
const after =
  /^[\])'":,]{0,2}[\s:-]{0,3}(?:Bad Request|Unauthorized|Unauthorised|Payment Required|Forbidden|Not Found|Method Not Allowed|Not Acceptable|Request Timeout|Conflict|Gone|Payload Too Large|Content Too Large|Unsupported Media|Unprocessable|Too Many|Internal Server|Not Implemented|Bad Gateway|Service Unavailable|Gateway Time|Client Error|Server Error)/i;

export function readStatuses(facts: Facts, text: string, path: string): void {
  if (!/[45]\d\d/.test(text)) return;
  const length = Math.min(text.length, 600);
  for (let index = 0; index + 2 < length; index++) {
    const first = text.charCodeAt(index);
    if (first !== 52 && first !== 53) continue;
    if (!isDigit(text.charCodeAt(index + 1)) || !isDigit(text.charCodeAt(index + 2))) continue;
    if (isWord(text.charCodeAt(index - 1)) || isWord(text.charCodeAt(index + 3))) continue;
    // 401.3 and 4.401 are other numbers.
    if (text.charCodeAt(index - 1) === 46 || (text.charCodeAt(index + 3) === 46 && isDigit(text.charCodeAt(index + 4))))
      continue;
    const named =
      before.test(text.slice(Math.max(0, index - 24), index)) || after.test(text.slice(index + 3, index + 34));
    if (!named) continue;
    const value = Number(text.slice(index, index + 3));
    if (!facts.statuses.some((status) => status.value === value))
      facts.statuses = added(facts.statuses, { value, path });
    return;
  }
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isWord(code: number): boolean {
  return isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
}
