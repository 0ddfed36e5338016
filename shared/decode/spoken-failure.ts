// Texts of a tool that say it failed, where nothing else does: how such texts begin, in several languages, with emoji, or as a tally.
// What a program printed, a document says or a search found is content: those begin otherwise, or are long. JSON is disguised.ts's.

import { firstLine } from './facts/facts.ts';
import {
  isActing,
  isAsking,
  isJudging,
  isOfErrors,
  isPrinter,
  isRecorder,
  isRewriter,
  isRunner,
  type ToolWords,
  toolWords,
} from './printers.ts';

/** Longer texts are content, unless they begin with the plainest words. */
const longest = 6000;
const ornament = /^(?:[#*_>`\s❌✖✗✘⛔🚫⚠🔴💥🛑❗‼❓ℹ🔒⏱🚨]|\u{fe0f}){1,12}/u;
const crosses = /^(?:[#*_>`\s]|\u{fe0f}){0,6}([❌✖✗✘⛔🚫🔴💥🛑])/u;

export function saysItFailed(text: string, target: string | undefined): boolean {
  const head = text.slice(0, 800).trimStart();
  if (isXmlError(head)) return true;
  const bare = head.replace(ornament, '');
  if (isAboutErrors.test(bare) || isQuestion(bare) || isLog(head)) return false;
  const tool = toolWords(target);
  // Of a text in other words, its own words say nothing: only what speaks of the server's settings does.
  if (isRewriter(tool)) return asksForSetup.test(head);
  // Most texts say nothing of the kind: what else they may be is asked last.
  return soundsLikeOne(text, head, bare, tool) && !isList(bare, tool) && !isRecorded(text, head, tool);
}

function soundsLikeOne(text: string, head: string, bare: string, tool: ToolWords): boolean {
  if (text.length > longest) return plainest.test(bare) && !text.includes('```');
  // Several lines of a tool that hands on records begin as the record does.
  if (plainest.test(bare))
    return !((text.includes('\n') && isPartOfRecord(head, tool)) || (isRunner(tool) && thrown.test(bare)));
  const cross = crosses.exec(head)?.[1];
  // A lamp shows how the thing fares that was looked up.
  const isLamp = cross === '🔴' && isAsking(tool);
  if (cross !== undefined && !isLamp && isCrossed(bare, text, isPrinter(tool))) return true;
  // A heading is the beginning of a document.
  if (head.startsWith('#')) return false;
  if (text.length > 2000 || (text.length > 600 && isPrinter(tool))) return false;
  const line = firstLine(bare).slice(0, 300);
  if (hasTally(head)) return true;
  if (counted.test(line) || counts.test(bare) || worked.test(line)) return false;
  if (opens.test(line) && !isTold(line, bare, tool)) return true;
  if (text.length < 400 && offers.test(line)) return !isJudging(tool);
  if (text.length < 240 && refuses.test(line) && !isAsking(tool)) return true;
  if (text.length < 240 && idle.test(line) && isActing(tool) && !isAsking(tool)) return true;
  if (text.length < 240 && missed.test(line) && !isAsking(tool) && !isPrinter(tool)) return true;
  if (text.length >= 700) return false;
  // The tool's name is read last: most texts say neither.
  if (asksForSetup.test(head) || unset.test(line)) return text.length < 400 || !isPrinter(tool);
  return says.test(line) && !isPrinter(tool);
}

/** "Error handling in Go", "Errors: 0" and "Error rate: 0 %" are about errors, not failures. */
const isAboutErrors =
  /^(?:(?:errors?|exceptions?|failures?|warnings?|failed)(?: \w{1,20}){0,2}:\s{0,2}(?:\d{1,9}\b(?!\d{0,3}[ :-])|(?:none|no|no errors|null|n\/a|false)\s{0,3}(?:[.,;|]|$)|\[\])|(?:errors?|exceptions?) (?:handling|rate|count|log|logs|budget|codes?|messages?|types?|boundar|report|tracking|analysis|summary|statistics|in \w+ (?:are|were)))/i;

/** Lines of other things: codes and what they mean, requests and their answers, check lists, found pages with their addresses. */
function isList(bare: string, tool: ToolWords): boolean {
  if (codes.test(bare) || requests.test(bare)) return true;
  if (checked.test(bare) && (isAsking(tool) || isJudging(tool))) return true;
  return isAsking(tool) && (bare.match(addresses)?.length ?? 0) > 1;
}

const codes =
  /^(?:HTTP )?[1-5]\d\d\b[^\n]{0,200}\n[-*\s|]{0,4}(?:HTTP )?[1-5]\d\d\b|^[\w ]{1,40}: (?:raised|thrown|returned|occurs|happens|indicates|means) (?:when|if|that|by)\b/i;
const requests =
  /^(?:HTTP\/[\d.]{1,3} |Status(?: code)?: )[1-5]\d\d[^\n]{0,60}\n(?!error|message|detail|reason|code)(?:\n|[\w-]{2,40}: )|^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \S{1,300} (?:=>|->|→|[1-5]\d\d\b)/i;
const addresses = /\n\s{0,8}(?:[-*•] |URL: |Link: )?https?:\/\//g;

/** An error document of a service that speaks XML. */
function isXmlError(head: string): boolean {
  return head.startsWith('<') && xmlError.test(head) && xmlReason.test(head);
}

const xmlError =
  /^(?:<\?xml[^>]{0,200}\?>\s{0,8})?<(?:(?:\w{1,20}:)?(?:Error|ErrorResponse|error|Fault|ServiceExceptionReport|ExceptionReport)|\w{1,20}:Envelope[^>]{0,400}>\s{0,40}(?:<\w{1,20}:Header\/>\s{0,40})?<\w{1,20}:Body>\s{0,40}<\w{1,20}:Fault)[\s>]/;
const xmlReason = /<(?:\w{1,20}:)?(?:code|message|faultstring|reason|serviceexception|exceptiontext)\b/i;

/** A line that was ticked. */
const checked = /\n\s{0,8}[-*]?\s?[✅✓✔☑]/u;

/** "Unable to attend?" */
function isQuestion(bare: string): boolean {
  return /[.!?:\n]/.exec(bare.slice(0, 121))?.[0] === '?';
}

/** Line after line with a level or a time before it: a log, whoever printed it. */
function isLog(head: string): boolean {
  if (!logLine.test(head)) return false;
  const lines = head.split('\n', 4);
  return lines.length > 2 && lines.slice(0, 3).every((line) => logLine.test(line));
}

const logLine = /^\[?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|TRACE|FATAL|\d{4}-\d\d-\d\d[T ]\d\d:\d\d)/;

/** What was said while things ran, and what is known of errors, is told in lines. */
function isRecorded(text: string, head: string, tool: ToolWords): boolean {
  return text.includes('\n') && (isRecorder(tool) || isOfErrors(tool)) && !asksForSetup.test(head);
}

/** Whether several lines that begin like a failure are a log, an error that was looked up, or a ticket. */
function isPartOfRecord(head: string, tool: ToolWords): boolean {
  return ofRecord.test(head) || (isAsking(tool) && head.includes('```'));
}

/** A ticket or a note printed line by line: its first line is its title. */
const ofRecord =
  /\n[-*\s]{0,4}(?:State|Labels?|Priority|Assignees?|Author|Reporter|Created|Updated|Due|Tags|Milestone|From|Subject|Culprit|First [Ss]een|Duration|Branch|Commit)\*{0,2}:/;

/** What reports a failure and nothing else, whoever says it. */
const plainest =
  /^(?:MCP error -?\d|Traceback \(most recent call|\[?(?:[A-Za-z]{0,30}[ _]?Error|ERROR|Exception|Fehler|Erreur|Erro|Errore|Ошибка|Błąd|Hata|Fout)\]?[*_]{0,3}(?:\s{0,2}[:([]|\n| - | in | while | when | executing | calling | fetching | searching | retrieving | listing | creating | updating | deleting | getting | reading | writing | loading | processing | performing | running | occurred| al | ao | beim | lors | durante | при )|[A-Za-z.]{2,60}(?:Error|Exception): |An? (?:\w{1,20} ){0,2}error (?:has )?(?:occurred|was)|Error$|Command failed\b|(?:错误|錯誤|エラー|오류|에러)[:：]|(?:操作|请求|执行|调用|查询|获取|处理|搜索|读取|创建|更新|删除|連線|請求|執行)\S{0,16}(?:失败|失敗|出错|错误)|発生しました)/u;

/** What a program says that was run. */
const thrown = /^(?:Traceback \(most recent call|[A-Za-z.]{2,60}(?:Error|Exception): )/;

/** How the first line of a short text begins that reports a failure. */
const opens =
  /^(?:Error\b[^\n:]{1,80}:(?: \S|$)|please (?:provide|specify|supply) (?:either|at least|one of|a valid)\b|(?:Sorry, (?:but )?(?:I|we) |I'?m sorry, (?:but )?(?:I )?|We |I )?(?:was |were |am |are )?(?:(?:failed|unable) to|could not|couldn't|cannot|can't|can not)(?! find (?:any|anything|evidence|information|relevant|specific)\b| see any\b| be found in the search) [a-z]{2,20}|[A-Z][\w'-]{0,24}(?: [\w'./-]{0,29}[\w'/-]){0,5} (?:(?<! (?:to|as) )failed|error(?! (?:margin|rates?|budgets?|bars?|codes?|messages?|logs?|counts?|handling)\b)|errored|timed out|was rejected|is not authenticated|aborted)(?:(?: [a-z]{1,14}){0,3}(?: \([^)\n]{1,60}\))?:|[.!]?$| [-–—]| after \d{1,9} ?[a-z]{1,12}[.!]?$)|[A-Z][\w'-]{0,24}(?: [\w'./-]{1,30}){0,5} unavailable: [A-Za-z]|no (?:(?:response|reply|answer) (?:was )?(?:received )?|data (?:was )?(?:received|returned) )(?:from|by)\b|(?:unauthorized|unauthorised|forbidden|security (?:violation|error)|(?:command|path|operation|access) not allowed|not permitted|access denied|permission denied|authentication (?:failed|required|error)|not authenticated|not logged in|not authorized|invalid (?:or missing )?(?:api key|token|credentials)|(?:[A-Za-z]{2,20} ){0,2}rate limit(?:ed| exceeded| reached)|too many requests|token bucket (?:exhausted|empty|is empty)|quota exceeded|insufficient (?:balance|funds|permissions?|credits?|privileges?|scopes?|quota|access|storage)|internal server error|service unavailable|request (?:failed|timed out|timeout)|network error|bad gateway|gateway timeout|connection (?:refused|failed|reset|error|closed|timed out)|timed out|operation (?:timed out|failed|aborted|not permitted)|something went wrong|an unexpected error|unexpected error)(?=\s{0,2}(?:$|[:.!,(–—-]|because|for |while |when |by |to |from |due |in |with |after |on |at |occurred))|(?:unknown (?:tool|resource|prompt|error|operation|action|command)\b|tool not found|invalid (?:argument|parameter|input|request)s?\b[:.]?|missing (?:required )?(?:argument|parameter|field|api key|token|credential|environment|configuration|config)|(?:http|(?:[a-z]{2,20} ){0,2}error|status|status code):? [45]\d\d\b(?::| -|[ ,]{1,2}[A-Za-z ]{2,30}(?:[:.(]|$)))|the requested (?:resource|page|item|url) (?:was not found|could not be found|does not exist)|(?:your |the )?(?:provided |given )?(?:api |access |refresh |auth |bearer |bot )?(?:key|token|credentials?|session) (?:is|are|has|have) (?:been )?(?:invalid|expired|missing|revoked|not|required)|you (?:have been|are being) rate limited|you (?:do not|don't) have (?:permission|access)|you (?:are|were) not (?:allowed|permitted|authori[sz]ed|logged in|signed in|connected)\b|your [a-z]{2,20}(?: [a-z]{2,20})? (?:is too low|has been (?:suspended|disabled|deactivated|blocked|locked))|no (?:api key|access token|credentials?|token|authentication)\b|your (?:\w{1,12} )?(?:token|key|account|plan|subscription) (?:does not|is not|has no|has expired|was)|(?:无法|無法|未能|不能|获取|請先|请先|未配置|未设置|未授权|未登录|未找到|找不到|缺少|参数|參數|权限|没有权限|连接|网络|请求|服务|系统)[^。\n]{0,60}?(?:失败|失敗|错误|錯誤|异常|超时|超時|无法|無法|未|缺少|不存在|找不到|登录|登入|配置|设置|不足|拒绝|繁忙|不可用|无效|不能为空)|[^。\n:：]{0,40}(?:失败|失敗|出错|エラー(?:が発生)?|失敗しました|できませんでした|見つかりません(?:でした)?|に失敗|오류가 발생|실패했습니다|[가-힣] 수 없습니다)(?:[:：。．.，,！!しま]|$)|(?:[^\s:]{1,30} ){1,5}(?:fehlgeschlagen|a échoué|ont échoué|ha fallado|falló|falhou|è fallita|è fallito|не удалась|не удалось|завершилась ошибкой)(?:[:.!]|$)|(?:не удалось|невозможно|произошла ошибка|не найден|доступ запрещ|no se pudo|no se puede|no se ha podido|ha ocurrido un error|se produjo un error|ocurrió un error|falló|acceso denegado|no autorizado|não foi possível|ocorreu um erro|falha (?:ao|na|no|em)|acesso negado|es ist ein fehler|(?:\S{1,30} ){0,5}konnten? (?:\S{1,30} ){0,4}nicht|zugriff verweigert|une erreur (?:est|s'est)|erreur|échec|impossible d|accès refusé|si è verificato un errore|impossibile))/iu;

/** Whether what opens like a failure is a text, a record that was asked for, or how a check came out. */
function isTold(line: string, bare: string, tool: ToolWords): boolean {
  if (isPrinter(tool) && (isProse(line) || titled.test(bare))) return true;
  return (isAsking(tool) && ofRecord.test(bare)) || (isJudging(tool) && line.length < 40 && /^not? /i.test(line));
}

/** "Unable to sleep, he walked": of a text that may be anybody's, only what programs fail at counts. */
function isProse(line: string): boolean {
  return inAbility.test(line) && (!ofPrograms.test(line) || line.includes(', but '));
}

const inAbility = /^(?:[A-Za-z', ]{0,30}\b)?(?:failed|unable|could not|couldn't|cannot|can't|can not) /i;
const ofPrograms =
  /^[^\n]{0,60}?\b(?:access|authenticate|call|complete|connect|convert|create|decode|delete|determine|download|execute|extract|fetch|find|generate|get|import|initiali[sz]e|launch|list|load|locate|open|parse|perform|process|query|reach|read|render|resolve|retrieve|run|save|scrape|search|send|start|update|upload|write)\b/i;

/** A short answer that refuses what was asked: of a tool that looks something up, this is the answer. */
const refuses =
  /^(?:(?:the |your |this |an? )?[A-Za-z][\w-]{0,30}(?: ['"“‘`]?[^\s]{1,120}){0,3} (?:(?:is |has )?already (?:exists?|registered|taken|in use|been [a-z]{3,20})\b|(?:is )?taken[.!]?$|does not exist|doesn't exist|do not exist|not found|was not found|could not be found|is required|are required|is invalid|is not valid|must be \S|must not \S|cannot be \S|is not (?:supported|allowed|available|clickable|visible|editable|initialized|connected|running|installed|(?:correctly |properly |yet )?configured|set up))|invalid [\w-]{2,30}(?: [^\s.:]{1,60}){0,2}[.:]|only (?:[\w*'"-]{1,20} ){1,5}(?:is|are|can be) (?:supported|allowed|permitted|accepted)\b|no (?:[\w-]{1,20} ){1,4}(?:provided|specified|supplied|defined|configured)\b|(?:you )?must (?:provide|specify|include|pass|set|supply)\b|(?:please )?(?:provide|specify) (?:a|an|either|at least|the)\b|unsupported [a-z]|unknown [a-z]{2,20}[: ])/i;

/** "2 sent. 1 failed.": counts are a tally's. */
const counted =
  /(?<=\b\d{1,6} (?:(?:tests|checks|specs|jobs|files|items) )?)(?:failed|errored|timed out)\b|\bdry[- ]run (?:only|mode)\b|\(dry[- ]run\)/;
/** "Access denied: 3 users", and the next line counts too. */
const counts = /^[^:\n]{3,40}: \d{1,9}(?: \w{1,20})?\n[^:\n]{3,40}: \d{1,9}\b/;
const worked = /^(?:[✅☑✔✓]|success(?:fully\b|[.!]))/iu;

/** A title by itself, and a text below. */
const titled = /^[^:.\n]{1,60}\n\n/;

/** What was asked with cannot be, and what could: no answer of a tool that looks something up. */
const offers =
  /^(?:invalid|unknown|unsupported) [\w-]{2,30}(?: [^\s.:]{1,60}){0,3}[.:][^\n]{0,160}\b(?:valid (?:options|values|choices)|available|supported|allowed|accepted|must be|choose|use one|expected)\b/i;

/** What is not there to be acted on. */
const idle =
  /^(?:(?:there (?:is|are) )?no (?:(?:active|open|opened|running|current|connected|selected|attached|loaded) [a-z]|(?:[a-z][\w-]{0,20} ){1,3}(?:is |are )?(?:currently )?(?:active|open|running|connected|selected|playing|attached|loaded|visible|in progress)\b)|(?:the |your )?[a-z][\w-]{0,30}(?: ['"`\w./:-]{1,40}){0,3} (?:is|are) (?:not|no longer) (?:currently )?(?:running|connected|active|open|started|playing|paused|attached|recording|selected|initialized|loaded)\b|(?:currently )?not (?:connected|running|recording|playing|attached|initialized)\b)/i;

/** What was to be done and was not: "The parcel could not be booked". */
const missed =
  /^No [a-z]{2,20} (?:was|were) [a-z]{4,12} because |^[A-Z][\w'-]{0,30}(?: [\w'./-]{0,30}[\w'/-]){0,5} (?:(?:could not|couldn't|cannot|can't) be [a-z]{3,20}|not (?:sent|saved|created|updated|deleted|removed|added|uploaded|applied|executed|processed|moved|booked)|did not (?:respond|complete|succeed|start|finish|work)|(?:failed|was unable|were unable|is unable) to [a-z]{2,20}|failed (?:with|because|due|after|at|during)|is (?:currently |still )?(?:loading|starting up|warming up|offline|unavailable|not responding|not reachable|unreachable)|was (?:not successful|unsuccessful))\b|^[A-Z][\w'-]{0,30}(?: [\w'/-]{1,30}){0,3} (?:failed[.!](?:\s|$)|(?:was )?(?:rejected|declined|refused|blocked): \S)|^Failed: [A-Za-z]|^\[(?:[\w ]{0,40} )?(?:ERROR|error|failed|failure)\] \S|^[A-Z][\w'-]{0,30}(?: [\w'-]{1,30}){0,4} was not confirmed\b/;

/** Somewhere in a short first line: "Weather API error: …", "Sampling failed: …", "… or error: …". */
const says =
  /^(?:[^:.\n]|\.(?! )){0,100}\b(?:error|failed|failure|exception)(?: \([^)\n]{1,60}\))?: (?!\d{1,6}$|none\b|no\b|null\b|0\b)\S/i;

const asksForSetup =
  /^(?:no (?:[a-z]{2,20} ){1,4}(?:connected|selected|open|opened|running|loaded|attached|initialized|active|available|set|configured)\. (?:please |use |call |connect |open |select |start |run |load )[^\n]{0,160}\bfirst\b|please (?:set|configure|provide|install|log ?in|sign in|authenticate|authorize|verify|enable|start|connect|run)\b[^\n]{0,200}(?:key|token|credential|environment|variable|config|settings?|first|server|again|install|account|email|https?:)|[^\n]{0,80}\b(?:api key|token|credentials?|environment variables?)\b[^\n]{0,40}\b(?:not (?:set|configured|provided|found|available)|missing|is required|are required|must be set)|[^\n]{0,120}?\b(?:(?:(?:is|are) )?not (?:initialized|connected|configured|authenticated|installed|running|logged in)|(?:is|are) (?:not available|unavailable|not (?:connected|configured|initialized|set|logged in|authenticated|allowed|permitted|supported)|does not exist|not running|not installed|not configured|not connected|not initialized|not set))(?: or not working)?[^.\n]{0,60}\.? (?:please|make sure|ensure|run|set|install|start|check|you (?:need|must))\b)/i;

/** A variable of the server's environment by its name. */
const unset =
  /^(?:The )?[A-Z][A-Z0-9]{0,30}(?:_[A-Z0-9]{1,30}){1,6} (?:environment variable )?(?:is |was )?(?:empty|missing|required|unset|not (?:set|found|defined|provided|configured|specified))\b/;

/** A cross before a sentence; of a checker's verdict the cross is the answer. */
function isCrossed(bare: string, text: string, printer: boolean): boolean {
  if (
    /^(?:user |invalid\b|not valid|\d{1,6} (?:issues?|problems?|errors?|warnings?|violations?|tests?)|no (?:issues|problems|errors)|incorrect|wrong|false)/i.test(
      bare,
    )
  )
    return false;
  return (!printer && text.length < 400) || soundsFailed(firstLine(bare).slice(0, 300));
}

/** Whether words of failure stand in it anywhere. */
export function soundsFailed(text: string): boolean {
  return failing.test(text);
}

const failing =
  /\b(?:fail\w{0,4}|error|unable|not available|unavailable|could not|couldn't|cannot|can't|not found|denied|refused|unauthorized|forbidden|timed? ?out|missing|required|invalid|blocked|rejected|expired|exceeded|not (?:provided|allowed|permitted|supported))\b/i;

/** "0 successful, 1 failed": something was done and nothing of it worked. Tests that fail are an answer. */
function hasTally(head: string): boolean {
  return hasZero(head) && none.test(head) && some.test(head);
}

/** A 0 by itself is in every tally of nothing, and in few texts. */
function hasZero(text: string): boolean {
  for (let at = text.indexOf('0'); at >= 0; at = text.indexOf('0', at + 1))
    if (!/\w/.test(text.charAt(at - 1)) && !/\w/.test(text.charAt(at + 1))) return true;
  return false;
}

const none =
  /\b0 (?:\w{1,12} )?(?:successful|succeeded|success|successes|completed|ok|processed|uploaded|created|updated|deleted|sent|imported|added)\b|\b(?:successful|succeeded|success|successes|successfully \w{1,12}|completed|processed)\*{0,2}: {0,2}\*{0,2}0\b|\b0 ?(?:\/|of|out of) ?[1-9]\d{0,6} (?:\w{1,12} )?(?:successful|succeeded|completed|successfully)|\b(?:uploaded|created|updated|deleted|sent|imported|added|processed) 0 ?(?:\/|of|out of) ?[1-9]|成功[:： ]{0,2}0|успешно: 0/i;
const some =
  /\b[1-9]\d{0,6} (?:\w{1,12} )?(?:failed|errors?|failures?|failing|unsuccessful)\b|\b(?:failed|errors?|failures?|unsuccessful)\*{0,2}: {0,2}\*{0,2}[1-9]|\b0 ?(?:\/|of|out of) ?[1-9]|失败[:： ]{0,2}[1-9]|ошиб\S{0,4}: [1-9]/i;
