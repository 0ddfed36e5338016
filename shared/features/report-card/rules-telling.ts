// The rules about what a client passes on: to its model and to the person. They need a record of what came out on the other side.
// Without one nothing is assumed, also where the rules of a client are known.

import { count } from '../../exchange/clip.ts';
import type { CardEvidence, CardRule, RuleFinding, RuleId } from './card.ts';
import type { ModelCall } from './model-calls.ts';
import type { RunCall } from './recorded-run.ts';
import { namesOf, notSeen, shareWords, timesWords, verdictOf } from './tally.ts';

const noModel = 'What its model got was not recorded';

interface Passed {
  call: RunCall;
  asked: ModelCall;
}

/** Failed calls whose result reached the model, with what it got. */
function passedOn({ run, model }: CardEvidence, wanted: (call: RunCall) => boolean): Passed[] {
  return run.calls.filter(wanted).flatMap((call) => {
    const asked = model.gotOf(call);
    return asked && asked.gotAt !== undefined ? [{ call, asked }] : [];
  });
}

const isTool = ({ method }: RunCall): boolean => method === 'tools/call';
const isBroken = ({ outcome }: RunCall): boolean => outcome === 'schema_violation';
const isSilent = (call: RunCall): boolean => isTool(call) && call.failure?.flagged === false && !isBroken(call);
const isFlagged = (call: RunCall): boolean => isTool(call) && call.failure?.flagged === true && !isBroken(call);

const tellsModel: CardRule = (evidence) => {
  const failed = evidence.run.calls.filter(isFlagged);
  if (failed.length === 0) return notSeen('No call failed');
  const told = failuresOf(failed);
  const passed = passedOn(evidence, isFlagged).filter(
    // In what words a client reports an end without an answer is its own choice.
    ({ call, asked }) => asked.isFlagged === true || wordsOf(call.failure).length > 0,
  );
  if (passed.length === 0) return notSeen(evidence.model.all ? 'Nothing came back to its model' : noModel, told);
  const bad = passed.filter(({ call, asked }) => !saysFailed(call, asked));
  return finding(told, passed, bad, {
    good: 'Reported it to its model each time',
    bad: 'Its model got neither a mark nor the server message',
  });
};

/** Marked as failed, or with the server's own words in it. */
const saysFailed = ({ failure }: RunCall, { isFlagged: isMarked, got = '' }: ModelCall): boolean =>
  isMarked === true || wordsOf(failure).some((words) => isIn(words, got));

const noticesSilent: CardRule = (evidence) => {
  const silent = evidence.run.calls.filter(isSilent);
  if (silent.length === 0) return notSeen('No failure was reported as success');
  const told = `Reported as success: ${namesOf(silent.map(({ target }) => target))}${timesWords(silent.length)}`;
  const passed = passedOn(evidence, isSilent);
  if (passed.length === 0)
    return notSeen(
      evidence.model.all ? 'Nothing came back to its model' : noModel,
      told,
      silent.map(({ ref }) => ref),
    );
  const bad = passed.filter(({ asked }) => asked.isFlagged !== true);
  return finding(told, passed, bad, {
    good: 'Reported the failure to its model',
    bad: 'Passed it on as a success',
  });
};

const checksSchema: CardRule = (evidence) => {
  const broken = evidence.run.calls.filter((call) => isTool(call) && isBroken(call));
  if (broken.length === 0) return notSeen('No answer broke its schema');
  const issue = broken[0]?.failure?.issues[0];
  const what = issue ? `${issue.path.slice(1).replaceAll('/', '.') || 'result'} ${issue.message}` : 'result';
  const told = `Answer breaks its schema: ${what.slice(0, 80)}`;
  const passed = passedOn(evidence, (call) => isTool(call) && isBroken(call));
  if (passed.length === 0)
    return notSeen(
      evidence.model.all ? 'Nothing came back to its model' : noModel,
      told,
      broken.map(({ ref }) => ref),
    );
  const bad = passed.filter(({ call, asked }) => asked.isFlagged !== true && holdsAnswer(call, asked));
  return finding(told, passed, bad, { good: 'Refused it', bad: 'Passed it on as it was' });
};

/** The texts of the answer came through. */
function holdsAnswer({ result }: RunCall, { got = '' }: ModelCall): boolean {
  const texts = textsOf(result).filter((text) => text.trim() !== '');
  return texts.length === 0 ? got !== '' : texts.some((text) => isIn(text, got));
}

/** Only failures with words of the server: in what other words a client reports the rest is not known. */
const tellsPerson: CardRule = ({ run, shown }) => {
  const failed = run.calls.filter((call) => isTool(call) && !isBroken(call) && wordsOf(call.failure).length > 0);
  if (failed.length === 0) return notSeen('No call failed');
  const told = failuresOf(failed);
  const rows = failed.map(({ ref }) => ref);
  if (shown === null) return notSeen('What it showed was not recorded', told, rows);
  const bad = failed.filter(({ failure }) => !wordsOf(failure).some((words) => isIn(words, shown)));
  const said = failed.length - bad.length;
  return {
    told,
    did: said === 0 ? 'Showed none of it' : `Showed the message for ${said} of ${failed.length}`,
    verdict: verdictOf(said, bad.length),
    rows: bad.length > 0 ? bad.map(({ ref }) => ref) : rows,
  };
};

const failuresOf = (failed: readonly RunCall[]): string =>
  `${count(failed.length, 'failure')} of ${namesOf(failed.map(({ target }) => target))}`;

function finding(
  told: string,
  passed: readonly Passed[],
  bad: readonly Passed[],
  words: { good: string; bad: string },
): RuleFinding {
  const shown = bad.length > 0 ? bad : passed;
  return {
    told,
    did: bad.length > 0 ? `${words.bad}${shareWords(bad.length, passed.length)}` : words.good,
    verdict: verdictOf(passed.length - bad.length, bad.length),
    rows: shown.map(({ call }) => call.ref),
  };
}

/** What the server said, in pieces that are long enough to be no accident. A process that died said nothing. */
function wordsOf(failure: RunCall['failure']): string[] {
  if (failure === null || (failure.origin !== 'wire' && failure.origin !== 'http')) return [];
  return [failure?.message, failure?.quote?.text].flatMap((words) =>
    words && words.trim().length >= 4 ? [words] : [],
  );
}

/** Clients write line ends and quotes as JSON or cut long texts. */
function isIn(words: string, text: string): boolean {
  const piece = plain(words).slice(0, 80);
  return piece !== '' && plain(text).includes(piece);
}

const plain = (text: string): string =>
  text
    .replaceAll('\\n', ' ')
    .replaceAll('\\', '')
    .replace(/[\s"'“”‘’]+/g, ' ')
    .trim()
    .toLowerCase();

function textsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { content, structuredContent } = value as { content?: unknown; structuredContent?: unknown };
  const blocks = Array.isArray(content) ? content : [];
  const texts = blocks.flatMap((block: { text?: unknown }) => (typeof block?.text === 'string' ? [block.text] : []));
  return [...texts, ...(structuredContent === undefined ? [] : [JSON.stringify(structuredContent)])];
}

export const tellingRules = {
  'tells-its-model': tellsModel,
  'notices-silent-failure': noticesSilent,
  'checks-schema': checksSchema,
  'tells-the-person': tellsPerson,
} satisfies Partial<Record<RuleId, CardRule>>;
