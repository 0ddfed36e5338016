// Errors that languages and frameworks nest: Python tracebacks, Rust's anyhow, Java and .NET causes, Node's [cause], Effect. Finds the
// innermost readable cause; the text around it stays a separate message.

const looked = 20_000;

/** The innermost cause in a text, and whether the text around it says anything; null if there is no separate cause. */
export function innermostCause(source: string): { cause: string; isAllThereIs: boolean } | null {
  if (!mayHaveCause.test(source)) return null;
  const text = source.length > looked ? `${source.slice(0, looked / 2)}\n${source.slice(-looked / 2)}` : source;
  const cause =
    tracebackCause(text) ??
    afterLast(text, 'nested exception is ') ??
    listedCause(text) ??
    afterLast(text, '\nCaused by: ') ??
    dotnetCause(text) ??
    afterLast(text, '[cause]: ') ??
    aggregated(text);
  const bare = cause ?? unexpected(text);
  if (bare === null) return null;
  const clean = bare.trim();
  if (!/\p{L}{2}/u.test(clean) || clean.length >= source.length) return null;
  return { cause: clean, isAllThereIs: cause === null };
}

/** Every text with a nested cause contains one of these; most texts have none. */
const mayHaveCause = /^One or more errors|^Expected |Traceback \(|nested exception|Caused by:| ---> |\[cause\]/;

/** Python: after the last traceback, the last line that is neither indented nor a frame. `raise … from` prints the cause first. */
function tracebackCause(whole: string): string | null {
  const [text = ''] = whole.split('\nThe above exception was the direct cause of', 1);
  const start = text.lastIndexOf('Traceback (most recent call last)');
  if (start < 0) return null;
  const lines = text.slice(start).split('\n').slice(1, 400);
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = (lines[index] as string).replace(/^[ |+-]{0,12}\| /, '');
    if (/^[A-Za-z_][\w.]{1,120}(?::|$)/.test(line)) return line;
  }
  return null;
}

/** Rust: "Caused by:", then one line per cause, with or without numbers. */
function listedCause(text: string): string | null {
  const start = /\n\s{0,8}Caused by:\s{0,8}\n/.exec(text);
  if (start === null) return null;
  let last: string | null = null;
  for (const line of text.slice(start.index + start[0].length).split('\n', 60)) {
    if (/^\s{0,8}(?:Location|Stack backtrace|Backtrace)\b/i.test(line)) break;
    const cause = line.replace(/^\s{0,12}(?:\d{1,3}: )?/, '');
    if (cause !== '') last = cause;
  }
  return last;
}

function afterLast(text: string, sign: string): string | null {
  const start = text.lastIndexOf(sign);
  if (start < 0) return null;
  const line = text.slice(start + sign.length).split('\n', 1)[0] ?? '';
  // .NET writes the frames on the same line where they were joined.
  const end = line.indexOf('   at ');
  return end < 0 ? line : line.slice(0, end);
}

/** .NET: an arrow leads to an exception; elsewhere it is only an arrow. */
function dotnetCause(text: string): string | null {
  const cause = afterLast(text, ' ---> ');
  return cause !== null && /^[\w.]{1,200}(?:Exception|Error)\b/.test(cause) ? cause : null;
}

/** .NET: "One or more errors occurred. (Connection refused)". */
function aggregated(text: string): string | null {
  const match = /^One or more errors occurred\. \(([^\n]{2,1000})\)/.exec(text);
  return match?.[1] ?? null;
}

/** A schema that received an unexpected error: "Expected X, got Error: the cause". */
function unexpected(text: string): string | null {
  const match = /^Expected [^\n]{1,300}?, (?:got|actual) (?:[A-Z][A-Za-z]{0,40})?Error: ([^\n]{2,2000})/.exec(text);
  return match?.[1] ?? null;
}
