// What texts look like that only mention failures: documents, lists, logs, records and checker results. decode/locate/spoken-failure.ts
// decides when a sign counts.

import { anyOf, inRow } from './patterns.ts';

/** "Error handling in Go", "Errors: 0" and "Error rate: 0 %" are about errors, not failures. */
export const aboutErrors = inRow(/^/i, [
  inRow(
    /(?:errors?|exceptions?|failures?|warnings?|failed)(?: \w{1,20}){0,2}:\s{0,2}/i,
    /(?:\d{1,9}\b(?!\d{0,3}[ :-])|(?:none|no|no errors|null|n\/a|false)\s{0,3}(?:[.,;|]|$)|\[\])/i,
  ),
  inRow(/(?:errors?|exceptions?) /i, [
    /handling|rate|count|log|logs|budget|codes?(?!: [45]\d\d\b)|messages?|types?|boundar|report|tracking|analysis|summary/i,
    /statistics|in \w+ (?:are|were)/i,
  ]),
]);

/** Codes with their meanings, line by line. */
export const contentCodes = anyOf(
  /^(?:HTTP )?[1-5]\d\d\b[^\n]{0,200}\n[-*\s|]{0,4}(?:HTTP )?[1-5]\d\d\b/i,
  /^[\w ]{1,40}: (?:raised|thrown|returned|occurs|happens|indicates|means) (?:when|if|that|by)\b/i,
);

/** Requests and their responses. */
export const requests = anyOf(
  /^(?:HTTP\/[\d.]{1,3} |Status(?: code)?: )[1-5]\d\d[^\n]{0,60}\n(?!error|message|detail|reason|code)(?:\n|[\w-]{2,40}: )/i,
  /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \S{1,300} (?:=>|->|→|[1-5]\d\d\b)/i,
);

/** One point after the other. */
export const points = /^[-•] [^\n]{1,300}\n[-•] /;

/** What a tool that lists errors says about itself. */
export const ofOwnWork = /^(?:error (?:[a-z]{3,20}ing|while|when|in)\b|failed to|unable to|could not|cannot)/i;

/** A checker's result, after the cross. */
export const contentVerdicts = anyOf(
  /^(?:user |invalid\b|not valid|no (?:issues|problems|errors)|incorrect|wrong|false)/i,
  /^\d{1,6} (?:issues?|problems?|errors?|warnings?|violations?|tests?)/i,
);

/** Found pages with their URLs. */
export const addresses = /\n\s{0,8}(?:[-*•] |URL: |Link: )?https?:\/\//g;

/** An XML error document of a service, with its reason. */
export const xmlError = inRow(
  /^(?:<\?xml[^>]{0,200}\?>\s{0,8})?</,
  [
    /(?:\w{1,20}:)?(?:Error|ErrorResponse|error|Fault|ServiceExceptionReport|ExceptionReport)/,
    /\w{1,20}:Envelope[^>]{0,400}>\s{0,40}(?:<\w{1,20}:Header\/>\s{0,40})?<\w{1,20}:Body>\s{0,40}<\w{1,20}:Fault/,
  ],
  /[\s>]/,
);
export const xmlReason = /<(?:\w{1,20}:)?(?:code|message|faultstring|reason|serviceexception|exceptiontext)\b/i;

/** The page of a web server or a gateway in place of an answer: its title is the failure. */
export const errorPage = inRow(
  /^(?:<!doctype html[^>]{0,100}>\s{0,40})?<html\b[^>]{0,200}>\s{0,40}(?:<head[^>]{0,100}>\s{0,40})?(?:<meta[^>]{0,200}>\s{0,40}){0,4}/i,
  /<title>\s{0,40}(?:http |error:? )?(?:[45]\d\d[ :|-]{1,3})?/i,
  [
    /bad gateway|gateway time-?out|service (?:temporarily )?unavailable|internal server error|server error|forbidden/i,
    /too many requests|access denied|unauthorized|not found|request blocked|bad request|attention required/i,
  ],
  /\b[^<]{0,100}<\/title>/i,
);
/** S3 and its like. */
export const ofService = /<request-?id>/i;

/** The position of an error in a text: what a checker reports. */
export const placed = /\bline \d|\w:\d{1,6}(?::\d|[)\s])|\(\d{1,6}[,:] ?\d{1,6}\)/;

/** A checked line, or one with a result. */
export const checked =
  /\n\s{0,8}(?:[-*]\s?)?(?:[✅✓✔☑]|[\w ./-]{1,40}: (?:passed|succeeded|success|ok|failed)(?:\n|$))/u;

/** The state of an inspected item. */
export const faring = /^(?:down|offline|unhealthy|unreachable|not (?:healthy|reachable|running))\b/i;

/** What a reading tool fails at or lacks. Stored texts may be about anything else. */
export const ofReading = anyOf(
  /\bfiles?\b|path|director|folder|\be(?:noent|acces|isdir|perm|notfound|timedout|conn[a-z]{3,10})\b/i,
  /getaddrinfo|errno|no such|argument|param|is required|fetch|connect|\bstatus\b|http|timed out|timeout|api key/i,
  /\btoken\b|session|\bclient\b|undefined|\bread(?:ing)?\b|\bopen(?:ing)?\b|\bload|\bget\b|retriev|codec/i,
  /(?:de|en)cod|utf|binary|too large|document|\bpage\b|\burl\b|not found|does not exist|not allowed|unsupported/i,
  /[^\0-\x7f]/i,
);

/** A log line. */
export const logLine = /^\[?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|TRACE|FATAL|\d{4}-\d\d-\d\d[T ]\d\d:\d\d)/;

/** Commits: a hash and a subject, line by line. */
export const commits = /^[0-9a-f]{4,40} \S[^\n]{0,300}\n[0-9a-f]{4,40} \S/;

/** "Access Denied (2019) is a short film": an article of a document. */
export const defined =
  /^[^\n.:;,]{3,60} (?:\(\d{4}\) )?(?:is|was) (?:an?|the) (?!directory|file|folder|binary|required|missing|invalid|duplicate)[a-z]/i;

/** A checker's correction: `Error: "teh" should be "the"`. */
export const corrected =
  /^errors?(?: in [a-z]{2,12} \d{1,6})?: ["'“‘][^"'\n]{1,80}["'”’] (?:should|must|is|was|expected)\b/i;

/** "Marked as failed" is what was asked for. */
export const notedSigns = /^(?:marked|set|flagged|labell?ed|tagged|moved|recorded|logged|changed)\b[^\n:]{0,80}$/i;

/** A single log line: time and level. */
export const datedLine = anyOf(
  /^\[?(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d |\d\d:\d\d:\d\d[ .,\]])/,
  /^\[?(?:ERROR|WARN(?:ING)?|FATAL|CRITICAL)\]?:? {1,4}\[?\d{4}-\d\d-\d\d/,
);

/** A commit with its hash, or columns. */
export const row = /^[0-9a-f]{7,40} [^\s:]|^[A-Z][\w/.-]{0,40} {2,20}\S{1,60} {2,20}\S/;

/** Terms with their meanings, one per line; further details of one failure are not another term. */
export const terms = inRow(
  /^[*_]{0,3}[A-Z][a-z]{2,30}[*_]{0,3}:[*_]{0,3} [^\n]{4,400}\n{1,2}(?:[-*] )?[*_]{0,3}/,
  /(?!Details?|Suggest|Hint|Code|Message|Reason|Solution|Fix|Status|Request|URL|Cause|Tip)/,
  /(?!Try|Type|Path|File|Tool|Error|Stack|Help|Usage|Note|Expected|Received|Available)/,
  /(?!Valid|Please|Stderr|Stdout|Output|Exit|Command|Query|Context|Action|Trace|Time|See|Learn)/,
  /[A-Z][a-z]{2,30}[*_]{0,3}:[*_]{0,3} [a-z]/,
);

/** A ticket or note, printed line by line: its first line is the title. */
export const ofRecord = inRow(
  /\n[-*\s]{0,4}/,
  [
    /State|Labels?|Priority|Assignees?|Author|Reporter|Created|Updated|Due|Tags|Milestone|From|Account|Culprit/,
    /First [Ss]een|Severity|Since|Duration|Branch|Commit|Steps to [Rr]eproduce|Expected(?: [Bb]ehaviou?r)/,
    /Actual [Bb]ehaviou?r|Comments/,
  ],
  /\*{0,2}:/,
);

/** What a tool may be asked to search for. */
export const lacks = /^(?:file|directory|folder|path|not found)\b/i;

/** What someone was not able to do, and what only programs do. */
export const inAbility = /^(?:[A-Za-z', ]{0,30}\b)?(?:failed|unable|could not|couldn't|cannot|can't|can not) /i;
export const ofPrograms = inRow(
  /^[^\n]{0,60}?\b/i,
  [
    /access|authenticate|call|complete|connect|convert|create|decode|delete|determine|download|execute|extract/i,
    /fetch|find|generate|get|import|initiali[sz]e|launch|list|load|locate|open|parse|perform|process|query|reach/i,
    /read|render|resolve|retrieve|run|save|scrape|search|send|start|update|upload|write/i,
  ],
  /\b/i,
);

/** "I can't get no sleep": a person in a song or a story. */
export const inPerson =
  /^(?:I|we|you|he|she|they) (?:can['’]t|cannot|(?:can|could|do|did|am|is|are|was|were|have|has|had)(?:n['’]t| not))\b/i;

/** A refusal on a separate line, with alternatives below it. */
export const guided = /^[^\n]{4,160}[.!*]\n\n/;

/** "2 sent. 1 failed.": counts belong to a summary. */
export const counted = anyOf(
  /(?<!\bport \d{1,5} )(?<=\b\d{1,6} (?:(?:tests|checks|specs|jobs|files|items) )?)(?:failed|errored|timed out)\b/,
  /\bdry[- ]run (?:only|mode)\b|\(dry[- ]run\)|: dry[- ]run\b/,
);

/** "Access denied: 3 users", and the next line also has a count. */
export const counts = /^[^:\n]{3,40}: \d{1,9}(?: \w{1,20})?\n[^:\n]{3,40}: \d{1,9}\b/;

/** It is over, or refused: what a tool that stops, signs out or rejects was asked for. */
export const atRest = anyOf(
  /^[^\n.:]{0,60}\b(?:not|n't|no longer) (?:currently )?(?:running|started|active|playing|logged in|signed in)[.!]?$/i,
  /^[^\n.:]{0,60}\b(?:stopped|cancell?ed|aborted|rejected|denied|declined|refused|revoked)(?:[.!]?$| by\b)/i,
);

/** It worked. */
export const worked = /^(?:[✅☑✔✓]|success(?:fully\b|[.!]))/iu;

/** A title, and a text below it. */
export const titled = /^[^:.\n]{1,60}\n(?:\n|[=-]{3})/;
