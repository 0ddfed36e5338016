// Parts of a server that a message reports as missing: a program, a file, a variable. A step names them, or says where to find the name.

import { inRow } from '../../dialects/patterns.ts';

const farEnough = 1000;

const programs = [
  /\bcommand not found: ([\w.@/+-]{1,80})/i,
  /\bspawn(?:Sync)? ([\w.@/+-]{1,80}) (?:ENOENT|EACCES)\b/,
  /\bNo module named ['"]?([\w.]{1,80})/,
  /\bCannot find (?:module|package) ['"]([^'"\n]{1,80})['"]/i,
  /(?:^|[\s:'"`])([\w.@+-]{1,60})['"`]?: (?:command )?not found\b/,
  /\bexec(?:utable)?:? ['"`]([^'"`\n]{1,80})['"`]: executable file not found/i,
  /\bNo such file or directory: ['"]([\w.+-]{1,60})['"]/,
  inRow(
    /(?:^|[\s'"`])([\w.@+-]{2,60})['"`]? (?:is not|isn't|not) (?:installed|found (?:in|on)|in|on)/,
    /(?: (?:the|your|this))? ?(?:PATH|path|system|computer|machine|$)/,
  ),
  /(?:^|[\s'"`])([\w.@+-]{2,60})['"`]? (?:is not|isn't) (?:installed|available)\b/,
];
/** Words that occur in the position of a name. */
const noProgram =
  /^(?:it|this|that|which|program|command|binary|executable|package|module|browser|the|is|sh|bash|and|or|was|cli|tool)$/i;

export function programIn(message: string): string {
  const said = message.slice(0, farEnough);
  for (const pattern of programs) {
    const name = pattern.exec(said)?.[1];
    if (name !== undefined && !noProgram.test(name)) return name;
  }
  return 'the program or package that the message names';
}

const path = /(?:^|[\s'"`(:=])((?:~|\.{1,2}|[A-Z]:)?[\\/][^\s'"`,;()]{2,200})/;

const fileName =
  /(?:^|[\s'"`(:=])([\w-]{1,60}\.(?:json|ya?ml|toml|env|db|sqlite3?|key|pem|csv|txt|xml|ini|conf|cfg))\b/;

export function fileIn(message: string): string {
  const said = message.slice(0, farEnough);
  const found = path.exec(said)?.[1] ?? fileName.exec(said)?.[1];
  return found?.replace(/[.:]$/, '') ?? 'the file that the message names';
}

const variable = /\b[A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,6}\b/g;
/** How systems spell errors. */
const noVariable = /^(?:E[A-Z]+|ERR_\w{1,60}|[A-Z_]{1,60}_(?:ERROR|FAILED|REQUIRED|MISSING|EXCEPTION))$/;

/** Everything the message requires, at most three. */
export function variableIn(message: string, otherwise = 'the variable that the message names'): string {
  const found = [...new Set(message.slice(0, farEnough).match(variable) ?? [])].filter(
    (name) => !noVariable.test(name),
  );
  return found.length === 0 ? otherwise : found.slice(0, 3).join(', ');
}
