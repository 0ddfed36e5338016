// Sentences with which tools report failures, by kind. decode/locate/spoken-failure.ts has the further conditions.

import { afterThis, anyOf, family, followedBy, inRow } from './patterns.ts';

/** Texts that always report a failure. */
export const plainest = family({
  'mcp-error': /^MCP error -?\d/u,
  traceback: /^Traceback \(most recent call/u,
  'error-label': afterThis(
    inRow(
      /^\[?/u,
      [
        /[A-Za-z]{0,30}[ _]?Error|ERROR|Exception|Fehler|Erreur|Erro|Errore|Ошибка|Błąd|Hata|Fout/u,
        /Fel|Chyba|Помилка|Lỗi|Kesalahan|خطأ/u,
      ],
      /\]?[*_]{0,3}/u,
    ),
    /\s{0,2}[:([]|\n| - /u,
    inRow(
      / /u,
      [
        /in|while|when|during|executing|calling|fetching|searching|retrieving|listing|creating|updating|deleting/u,
        /getting|reading|writing|loading|processing|performing|running/u,
      ],
      / /u,
    ),
    / occurred/u,
    / (?:al|ao|beim|lors|durante|при|bij|vid|podczas|při|під|khi|saat) /u,
  ),
  'exception-name': /^(?:[A-Za-z.]{2,60}(?:Error|Exception)|E(?=: Unable )): /u,
  // What Python prints for an exception: its number, or its arguments.
  errno: /^\[(?:Errno|WinError) -?\d{1,5}\]/u,
  'printed-number-and-text': /^\(\d{3,5}, ["']/u,
  'printed-text-and-exception': /^\(["'][^"'\n]{3,200}["'], ?[A-Z]\w{2,40}\(/u,
  'printed-exception': /^[A-Z][A-Za-z]{2,40}(?:Error|Exception|Timeout)\(["'][^\n]{1,400}\)$/u,
  'connection-pool': /^HTTPS?ConnectionPool\(host=/u,
  'error-connecting': /^Error -?\d{1,5} (?:while )?connecting to /u,
  // Output of a program that the tool ran internally.
  'exit-status': inRow(
    /^(?:[Ee]xit (?:[Ss]tatus|[Cc]ode)|[Rr]eturn ?[Cc]ode)[:=]? ?[1-9]\d{0,2}\b[^\n]{0,20}\n\s{0,8}/u,
    /(?:STD(?:ERR|OUT)|[Ss]td(?:err|out)|[Ee]rror|[Oo]utput)\b/u,
  ),
  'browser-call': /^(?:Page|Locator|Frame|Browser|BrowserType|BrowserContext|ElementHandle)\.[a-z_]{2,30}: /u,
  'stderr-error': /^STDERR:\s{1,4}(?:ERROR|[Ee]rror|fatal|FATAL)\b/u,
  'error-occurred': /^An? (?:\w{1,20} ){0,2}error (?:has )?(?:occurred|was)/u,
  error: /^Error$/u,
  'command-failed': /^Command failed\b/u,
  'east-asian-error-label': /^(?:错误|錯誤|エラー|오류|에러)[:：]/u,
  'chinese-action-failed': inRow(
    /^/u,
    [/操作|请求|执行|调用|查询|获取|处理|搜索|读取|创建|更新|删除|連線|請求|執行/u],
    /\S{0,16}(?:失败|失敗|出错|错误)/u,
  ),
});

/** "Database error: …": in a long text, the clearest way to name what broke. */
export const broke = /^(?:[A-Z][a-z]{2,20} ){1,2}[Ee]rror: \S/;

/** Connection problems with another service, in typical program wording. */
export const onTheWay = inRow(
  /\b/,
  [
    /ENOTFOUND|ECONN[A-Z]{3,10}|ETIMEDOUT|EAI_AGAIN|fetch failed|Max retries exceeded|API (?:error|key)/,
    /quota exceeded|[Rr]ate limit exceeded|[Ss]ervice (?:is )?(?:currently )?unavailable|HTTP (?:error )?[45]\d\d/,
    /status(?: code)?:? [45]\d\d/,
  ],
  /\b/,
);

/** A Python traceback below a rule or an empty line, ending in the exception. */
export const brokeLater = inRow(
  /\n(?:\s{0,4}[-=*#]{3,40}\s{0,4}\n\s{0,8}|\n)Traceback \(most recent call last\):\n[^\0]{1,5000}\n/,
  /(?<=\n)[A-Za-z_][\w.]{1,80}(?:Error|Exception|Exit|Interrupt|Warning)?:? ?[^\n]{0,400}\s{0,4}$/,
);

/** A heading with a colon, and the text below it. */
export const headed = /^[A-Z][\w ]{2,40}:\n{1,2}(?=\S[^\n]{8,300}$)/;

/** Output of an executed program. */
export const thrown = anyOf(/^Traceback \(most recent call/, /^[A-Za-z.]{2,60}(?:Error|Exception): /);

/** A word that is complete, at the end of the sentence or before a reason. */
const stated = followedBy(
  /(?=\s{0,2}(?:$|[:.!,(–—-]|because|for |while |when |by (?!default)|to |from |due |in |with |after |on |at |waiting |occurred))/,
  // Permissions.
  /^(?:unauthorized|unauthorised|forbidden|not permitted|access denied|permission denied|security (?:violation|error))/iu,
  /^(?:command|path|operation|access) not allowed/iu,
  inRow(
    /^(?:[a-z]{3,10} (?=statement|quer|operation|command))?/iu,
    /(?:query|queries|statements?|sql|commands?|operations?|request|action|method|url|domain|host|path|extension) /iu,
    /(?:is |are |was |has been )?(?:not (?:allowed|permitted)|rejected|blocked|denied|forbidden|disallowed)/iu,
  ),
  /^(?:authentication (?:failed|required|error)|not authenticated|not logged in|not authorized)/iu,
  /^invalid (?:or missing )?(?:api key|token|credentials)/iu,
  // Limits.
  /^(?:[A-Za-z]{2,20} ){0,2}rate limit(?:ed| exceeded| reached)/iu,
  /^(?:too many requests|token bucket (?:exhausted|empty|is empty)|quota exceeded)/iu,
  /^insufficient (?:balance|funds|permissions?|credits?|privileges?|scopes?|quota|access|storage)/iu,
  // Broken parts.
  /^not (?:yet )?implemented(?: yet)?/iu,
  /^(?:internal server error|service unavailable|network error|bad gateway|gateway timeout|timed out)/iu,
  /^(?:request (?:failed|timed out|timeout)|operation (?:timed out|failed|aborted|not permitted))/iu,
  /^connection (?:refused|failed|reset|error|closed|timed out)/iu,
  /^(?:something went wrong|an unexpected error|unexpected error)/iu,
  /^timeout (?:of )?\d{1,9} ?m?s(?: was)? exceeded/iu,
);

/** "The upload of x failed: …": what failed comes first. One shared prefix, because every text is checked for it. */
const broken = afterThis(
  /^\p{L}[\p{L}\p{N}_'’-]{0,30}(?: [\p{L}\p{N}_'’"“”`./#@()-]{0,29}[\p{L}\p{N}_'’"”`/)-]){0,5} /u,
  // Excludes text about errors.
  inRow(
    [
      /(?<! (?:to|as) )failed|error(?! (?:margin|rates?|budgets?|bars?|codes?|messages?|logs?|counts?|handling)\b)/iu,
      /errored|timed out|was rejected|is not authenticated|aborted/iu,
    ],
    /(?:(?: [a-z]{1,14}){0,3}(?: \([^)\n]{1,60}\))?:|[.!]?$| [-–—]| after \d{1,9} ?[a-z]{1,12}[.!]?$)/iu,
  ),
  /unavailable: [A-Za-z]/iu,
  /(?:returned|responded with|replied with)(?: an?)?(?: HTTP)?(?: error| status)?(?: code)? [45]\d\d(?:[:.,]| -|$)/iu,
  /failed with (?:an? )?(?:HTTP |exit )?(?:error |status )?(?:code )?\d{1,4}\b/iu,
  /exceeded the (?:maximum|limit|allowed|time)\b/iu,
  // "The index is being built, try again in a moment".
  inRow(
    /(?<!^no [^\n]{0,200})(?:is|are) (?:still |currently |being )?[a-z]{2,20}(?:ed|ing|lt|wn)\b[^\n]{0,60}?\b/iu,
    /(?:try|retry)(?: \w{1,10})? (?:in a (?:moment|minute|few)|shortly|later|soon|once|when)\b/iu,
  ),
  inRow(
    [
      /fehlgeschlagen|a échoué|ont échoué|ha fallado|falló|falhou|è fallita|è fallito|не удалась|не удалось/iu,
      /завершилась ошибкой/iu,
    ],
    /(?:[:.!]|$)/iu,
  ),
  /konnten? (?:\S{1,30} ){0,4}nicht/iu,
);

/** The first line of a short text that reports a failure. */
export const opens = family({
  stated: stated,
  error: /^Error\b[^\n:]{1,80}:(?: \S|$)/iu,
  // "Error rendering the plan", without a reason.
  'error-doing': /^Error (?:while |when )?[a-z]{3,20}ing [^\n]{2,200}$/u,
  'please-provide': /^please (?:provide|specify|supply) (?:either|at least|one of|a valid)\b/iu,
  // "Sorry, I could not …": excludes search results that are empty.
  sorry: inRow(
    /^(?:Sorry, (?:but )?(?:I|we) |I'?m sorry, (?:but )?(?:I )?|We |I )?(?:was |were |am |are )?/iu,
    /(?:(?:failed|unable) to|could not|couldn't|cannot|can't|can not)/iu,
    /(?! find (?:any|anything|evidence|information|relevant|specific)\b| see any\b| be found in the search) /iu,
    /[a-z]{2,20}/iu,
  ),
  broken: broken,
  'response-reply':
    /^no (?:(?:response|reply|answer) (?:was )?(?:received )?|data (?:was )?(?:received|returned) )(?:from|by)\b/iu,
  'unknown-tool': /^(?:unknown (?:tool|function|resource|prompt|error|operation|action|command)\b|tool not found)/iu,
  'invalid-argument': /^invalid (?:argument|parameter|input|request)s?\b[:.]?/iu,
  'missing-required':
    /^missing (?:required )?(?:argument|parameter|field|api key|token|credential|environment|config|\w{2,40}_(?:key|token|secret|url))/iu,
  'http-error':
    /^(?:http|(?:[a-z]{2,20} ){0,2}error|status|(?:status|error) code):? [45]\d\d\b(?::| -|[ ,]{1,2}[A-Za-z ]{2,30}(?:[:.(]|$))/iu,
  'was-declined':
    /^(?:your |the )?(?:card|payment|transaction|order|request|prompt) (?:was |has been |is )?(?:declined|refused|rejected as)\b/iu,
  'requested-resource':
    /^the requested (?:resource|page|item|url) (?:was not found|could not be found|does not exist)/iu,
  'only-supported': /^only (?:[\w*'"-]{1,20} ){1,5}(?:is|are) (?:supported|allowed|permitted|accepted)[.!]?$/iu,
  'file-or-directory': inRow(
    /^(?:file|directory|folder|path) (?:['"`][^\n'"`]{1,200}['"`] |[^\s:]{1,200} )?(?:was )?/iu,
    /(?:not found|does not exist|doesn't exist)(?:[:.!]|$)/iu,
  ),
  'not-found': /^not found[:.!] ?[^\n]{0,80}$/iu,
  'connection-lost': /^connection to [^\n:]{2,40} (?:lost|failed|refused|closed|timed out)\b/iu,
  'connection-refused': /^the connection to [^\n]{2,80} was (?:refused|lost|closed|reset)\b/iu,
  'out-of-memory': /^(?:CUDA )?out of memory\b/iu,
  'not-connected': /^[A-Z][\w-]{1,20} not (?:connected|initialized|configured|authenticated|installed)[.!]?$/iu,
  'chromium-error': /^net::ERR_[A-Z]/iu,
  'http-error-status': /^http error!? (?:status|code)(?: code)?:? [45]\d\d\b/iu,
  'request-failed': /^request to \S{1,300} (?:failed|timed out)\b/iu,
  'file-too-large': /^(?:file|document|image|page|attachment) (?:\S{1,200} )?(?:is |was )?too (?:large|big|long)\b/iu,
  // The caller is unknown or not allowed.
  'access-denied': /^access to (?:this|the) [a-z]{2,20} (?:has been|was|is) (?:denied|blocked|restricted)\b/iu,
  'you-need':
    /^you (?:(?:need|have) to|must)(?: be)? (?:authenticated?|log(?:ged)? ?in|sign(?:ed)? in|connect(?:ed)?|authori[sz]ed?)\b/iu,
  'session-expired': /^(?:your |the )?(?:session|token|login|credentials?) (?:has )?expired\b/iu,
  'must-call-first':
    /^you (?:need to|must|have to) (?:first )?(?:call|run|use|open|select|load|create) [^\n]{2,80}\b(?:before|first)\b/iu,
  'expired-session':
    /^your [a-z][\w-]{1,20} (?:session|token|login|credentials?) (?:has|have|is|are) (?:expired|invalid|revoked)\b/iu,
  'bad-credential': inRow(
    /^(?:your |the )?(?:provided |given )?(?:api |access |refresh |auth |bearer |bot )?/iu,
    /(?:key|token|credentials?|session) (?:is|are|has|have) (?:been )?/iu,
    /(?:invalid|expired|missing|revoked|not|required)\b/iu,
  ),
  'no-credential': /^no (?:api (?:key|token)|access token|credentials?|token|authentication)\b/iu,
  'credential-not-provided': inRow(
    /^no (?:[\w-]{1,20} ){1,3}(?:key|token|credentials?|password|secret) (?:was |were |is )?/iu,
    /(?:provided|set|configured|given|specified)\b/iu,
  ),
  // "No bed is known — nothing planted".
  'none-so-not-done': /^no [^.\n]{3,80} [—–-] [^\n]{0,60}?\b(?:cannot|can't|unable|skipped|not [a-z]{3,20}ed)\b/iu,
  'you-are-rate-limited': /^you (?:have been|are being) rate limited/iu,
  'you-lack-permission': /^you (?:do not|don't) have (?:permission|access)/iu,
  'you-are-not-allowed': /^you (?:are|were) not (?:allowed|permitted|authori[sz]ed|logged in|signed in|connected)\b/iu,
  'too-low':
    /^your [a-z]{2,20}(?: [a-z]{2,20})? (?:is too low|has been (?:suspended|disabled|deactivated|blocked|locked))/iu,
  'token-key':
    /^your (?:\w{1,12} )?(?:token|key|account|plan|subscription) (?:does not|is not|has no|has expired|was)/iu,
  // Chinese, Japanese, Korean.
  'east-asian-failure': inRow(
    inRow(
      /^/iu,
      [
        /无法|無法|未能|不能|获取|請先|请先|未配置|未设置|未授权|未登录|未找到/iu,
        /找不到|缺少|参数|參數|权限|没有权限|连接|网络|请求|服务|系统/iu,
      ],
      /[^。\n]{0,60}?/iu,
    ),
    inRow([
      /失败|失敗|错误|錯誤|异常|超时|超時|无法|無法|未|缺少|不存在|找不到|登录/iu,
      /登入|配置|设置|不足|拒绝|繁忙|不可用|无效|不能为空/iu,
    ]),
  ),
  'east-asian-failed-at-end': inRow(
    /^[^。\n:：]{0,40}/iu,
    [
      /失败|失敗|出错|エラー(?:が発生)?|失敗しました|できませんでした/iu,
      /(?<!結果[はが])見つかりません(?:でした)?|に失敗|오류가 발생|실패했습니다/iu,
      /[가-힣] 수 없습니다/iu,
    ],
    /(?:[:：。．.，,！!しま]|$)/iu,
  ),
  // With what was sought behind it.
  'east-asian-not-found': inRow(
    /^[^\s。\n:：，,]{1,16}/iu,
    [/不存在|未找到|找不到|(?:が|は)見つかりません|(?:が|は)存在しません/iu],
    /[:：] ?\S/iu,
  ),
  'east-asian-bad-argument': inRow(
    /^(?:[\w ]{0,40}|[^\s。，,：:]{0,12})(?:参数|參數|格式|输入|輸入|入力)[^。\n，,]{0,20}/iu,
    [/错误|錯誤|无效|無效|不正确|不正確|不合法|が正しくありません/iu],
  ),
  // Russian, Spanish, Portuguese, German, French, Italian.
  'russian-failure': /^(?:не удалось|невозможно|произошла (?:\S+ )?ошибка|не найден|доступ запрещ)/iu,
  'spanish-failure': inRow(/^/iu, [
    /no se pudo|no se puede|no se ha podido|ha ocurrido un error|se produjo un error|ocurrió un error|falló/iu,
    /acceso denegado|no autorizado/iu,
  ]),
  'portuguese-failure': /^(?:não foi possível|ocorreu um erro|falha (?:ao|na|no|em)|acesso negado)/iu,
  'german-failure': /^(?:es ist ein fehler|zugriff verweigert|fehlgeschlagen|konnten? (?:\S{1,30} ){0,4}nicht)/iu,
  'french-failure': /^(?:une erreur (?:est|s'est)|erreur|échec|impossible d|accès refusé)/iu,
  'other-failure': inRow(/^/iu, [
    /toegang .{0,40}geweigerd|kan geen verbinding|kon niet|odmowa dostępu|brak uprawnień|nie udało się|nie można/iu,
    /wystąpił .{0,20}błąd|åtkomst nekad|kunde inte|det gick inte att|přístup .{0,40}odepřen|nepodařilo se|nelze/iu,
    /доступ .{0,40}заборонено|не вдалося|erişim .{0,40}reddedildi|không thể|không có quyền|truy cập .{0,40}bị từ chối/iu,
    /akses .{0,40}ditolak|gagal|tidak dapat|terjadi kesalahan|تعذر|فشل|تم رفض/iu,
  ]),
  'italian-failure': /^(?:si è verificato un errore|impossibile)/iu,
  // No sign-in, no right, canceled, in other languages.
  'signed-out-abroad': anyOf(
    inRow(
      /^(?:[^\n.:。]{0,40} )?(?:sessão|sesión|sessione|session|sitzung|anmeldung|token|jeton|chave|clave|сессия|сеанс|токен)/iu,
      /[^\n.]{0,20} (?:expirad[ao]|ha (?:expirado|caducado)|caducad[ao]|a expiré|expirée|scadut[ao]|abgelaufen|ист[её]к)/iu,
    ),
    inRow(/^[^\n.。]{0,20}/iu, [
      /niet ingelogd|nicht (?:angemeldet|eingeloggt)|pas connecté|nie jesteś zalogowan/iu,
      /требуется (?:авторизация|аутентификация|вход)|登录态?已?(?:过期|失效)|ログインが必要|로그인이 필요/iu,
    ]),
  ),
  'not-allowed-abroad': inRow(/^(?:[^\n.:。]{0,60} )?/iu, [
    /n['’]avez pas (?:les? droits?|la permission|l['’]autorisation)|no tienes? (?:permisos?|autorización)|não tem permissão/iu,
    /nie masz uprawnień|yetkiniz yok|haben keine (?:berechtigung|rechte)|non (?:hai|ha|dispon[ei]) [^\n.]{0,20}(?:permess|autorizzazion)/iu,
    /нет (?:прав|доступа)|недостаточно прав|권한이 (?:없|부족)|\S{0,20}権限がありません|\S{0,12}(?:没有|無|无)[^\s。]{0,8}权限/iu,
  ]),
  'canceled-abroad': inRow(/^(?:[^\n.:。]{0,60} )?/iu, [
    /cancelad[ao] (?:por el usuario|pelo usuário)|annulée? par l['’]utilisateur|vom (?:be)?nutzer abgebrochen/iu,
    /annullat[ao] dall['’]utente|отмен\S{2,4} пользователем|\S{0,8}用户(?:已|已经)?取消|\S{0,8}ユーザー(?:が|によって)キャンセル/iu,
  ]),
  'broke-abroad': inRow(
    /^(?:[^\n.:。]{0,30} )?/iu,
    [
      /error interno|erro interno|errore interno|erreur interne/iu,
      /interner (?:server)?fehler|connexion(?: [^\n.]{1,30})? impossible/iu,
    ],
    /\b/iu,
  ),
  'east-asian-too-large':
    /^[^\n。]{0,20}(?:超过|超出|超過)[^\n。]{0,10}限制|^ファイルサイズが[^\n。]{0,12}(?:超え|大きすぎ)/iu,
  // Too late, missing or wrong, in other languages.
  'timed-out-abroad': inRow(/^(?:[^\n.:]{0,40} )?/iu, [
    /superó el tiempo|zeitüberschreitung|délai (?:d['’]attente )?(?:de la requête )?dépassé|tiempo de espera agotado/iu,
    /tempo (?:limite |de espera )?(?:esgotado|scaduto)|(?:превышено|истекло) время|przekroczono (?:czas|limit)/iu,
    /zaman aşımı|časový limit vypršel/iu,
  ]),
  'wrong-abroad': inRow(/^(?:(?:der|die|das|le|la|el|il|o|a|de|het) )?/iu, [
    /(?:ungültig|fehlend)e[rs]? \S|falta (?:el|la|o|a) \S|(?:nieprawidłow|ogiltig|ongeldig|neplatn|geçersiz)\S{0,3} \S/iu,
    inRow(
      /(?:paramètre|argument|champ|valeur|clé|jeton|parámetro|parâmetro|parametro|valore?|clave|chave|chiave|format[oe]?)/iu,
      /(?: \S{1,30}){0,3} /iu,
      [
        /manquante?|invalide|no es válid[oa]|não é válid[oa]|non è valid[oa]|n['’]est pas valide/iu,
        /n[oã]n? v[aá]lid[eoa]|inv[aá]lid[oa]|mancante|ob[lrb]{1,3}igat[oó]ri[oa]/iu,
      ],
    ),
    /(?:неверн|недопустим|отсутству)\S{0,4} \S|brak(?:uje)? (?:wymagan|parametr)|ontbrekende \S/iu,
  ]),
  'service-abroad': inRow(
    /^(?:(?:der|le|el|il|o) )?(?:dienst|service|servicio|serviço|servizio|сервис|сервер|hizmet|usługa|služba)(?= )[^.\n]{0,40}? /iu,
    [
      /kullanılamıyor|niedostępn|nedostupn|niet beschikbaar/iu,
      /nicht verfügbar|indisponible|no (?:está )?disponible|indisponível|non (?:è )?disponibile|недоступ/iu,
    ],
  ),
  'east-asian-verb-at-end':
    /^[^。\n]{2,60}(?:必須です|タイムアウトしました|無効です|期限切れです|(?:유효|허용)하지 않습니다|필수입니다|시간이 초과되었습니다|누락되었습니다)[。.！!]?$/iu,
  'too-many': inRow(/^/iu, [
    /se ha superado el límite|demasiadas solicitudes|trop de requêtes|zu viele anfragen|muitas solicitações|troppe richieste/iu,
    /слишком много запросов|(?:请求|操作|访问)过于频繁|リクエストが多すぎ|요청이 너무 많/iu,
  ]),
});

/** What was asked for does not exist, in other languages. */
export const isMissingAbroad = anyOf(
  inRow(
    /^(?:no existe|no se encontr(?:ó|aron)|não existe|nenhuma?|non esiste|nessun[oa]?|aucune?|keine?n?|geen|не существует) /iu,
    /[^\n]{2,120} (?:con|com|avec|mit|met|с) [^\n]{1,80}$/iu,
  ),
  inRow(
    /^[^\n.:]{2,120} /iu,
    [
      /no existe|não existe|n['’]existe pas|non esiste|existiert nicht|gibt es nicht|не существует|wurde nicht gefunden/iu,
      /no fue encontrad[oa]|não foi encontrad[oa]|n['’]a pas été trouvée?|niet gevonden|не найден[ао]?/iu,
    ],
    /[.!]?$/iu,
  ),
  /^[^\n。，,:：]{2,30}(?:不存在|(?<!結果)が見つかりません(?:でした)?|[はが]存在しません)[。！!]?$/iu,
);

/** A short refusal: for a lookup tool, this is the result. */
export const refuses = family({
  'thing-is-refused': inRow(/^(?:the |your |this |an? )?[A-Za-z][\w-]{0,30}(?: ['"“‘`]?[^\s]{1,120}){0,3} /i, [
    /(?:is |has )?already (?:exists?|registered|taken|booked|reserved|in use|been [a-z]{3,20}|an? [a-z]{3,20} of)\b|(?:is )?taken[.!]?$/i,
    /does not exist|doesn't exist|do not exist|not found|was not found|could not be found|is required/i,
    /are required|is too (?:short|long|large|big|small)|is invalid|is not valid|must be \S|must not \S/i,
    /cannot be \S/i,
    inRow(/(?:(?:is )?not|isn't|aren't) /i, [
      /supported|allowed|available|clickable|visible|editable|initialized|connected|running|installed/i,
      /(?:correctly |properly |yet )?configured|set up/i,
    ]),
  ]),
  invalid: /^invalid [\w-]{2,30}(?: [^\s.:]{1,60}){0,2}[.:]/i,
  'only-supported': anyOf(
    /^only (?:[\w*'"-]{1,20} ){1,5}(?:is|are|can be) (?:supported|allowed|permitted|accepted)\b/i,
    /^this (?:server|tool|connection|database) only (?:supports|allows|permits|accepts) [^\n]{2,80}$/i,
  ),
  'none-provided': /^no (?:[\w-]{1,20} ){1,4}(?:provided|specified|supplied|defined|configured)\b/i,
  'you-must': /^(?:you )?must (?:provide|specify|include|pass|set|supply)\b/i,
  'please-provide': /^(?:please )?(?:provide|specify) (?:a|an|either|at least|the)\b/i,
  unsupported: /^unsupported [a-z]/i,
  'name-is-taken':
    /^an? [a-z][\w-]{1,20}(?: [a-z]{2,10}){0,2} (?:name|named|called|id|title|key|email) [^\n]{1,80} already exists\b/i,
  'wrong-value': /^(?:invalid|wrong|incorrect) [\w-]{2,30}(?: [\w-]{2,20}){0,2}(?: ['"`][^'"`\n]{0,80}['"`])?[.!]?$/i,
  duplicate: /^duplicate [a-z]/i,
  needed: /^[A-Z][\w-]{0,30}(?: [\w-]{1,20}){0,3} (?:is |are )?needed[.!]?$/,
  'have-not':
    /^[A-Z][\w-]{1,30}(?: [\w-]{1,20}){0,3} (?:has|have) not been (?:granted|configured|initialized|authorized|enabled|set up)\b/,
  'not-found': /^[a-z][\w.-]{2,40} ['"`][^\s'"`]{1,120}['"`] not found\b/i,
  unknown: /^unknown [a-z]{2,20}[: ]/i,
  // "Plan 'west' exists. Use force to replace it."
  'already-exists': inRow(
    /^(?:the |an? )?[A-Za-z][\w-]{0,30}(?: ['"“‘`]?[^\s]{1,200}){0,3} (?:already )?exists[.,;] (?:please |you )?/i,
    /(?:use|set|pass|specify|add|choose|must|enable)\b/i,
  ),
  'not-found-abroad': isMissingAbroad,
  'already-exists-abroad': anyOf(
    inRow(
      /^[^\n:]{2,120} /iu,
      /(?:existiert bereits|existe déjà|ya existe|já existe|esiste già|уже существует|już istnieje|bestaat al)[.!]?$/iu,
    ),
    /^[^\n。]{2,40}(?:(?:既に|すでに)(?:使用|登録|存在)|已(?:存在|被(?:占用|使用|注册))[。！!]?$)/iu,
  ),
  'chinese-not-found': /^(?:找不到|未找到|没有找到|沒有找到|無此|查無)[^\n]{1,120}[。！!]?/i,
});

/** "401 Unauthorized: …": a status with its own reason phrase. */
export const statusLine = inRow(
  /^(?:HTTP(?:\/[\d.]{1,3})? )?[45]\d\d[:,]? (?:- )?/i,
  [
    /bad request|unauthori[sz]ed|payment required|forbidden|not found|method not allowed|not acceptable|conflict|gone/i,
    /request time-?out|(?:payload|content) too large|unsupported media type|unprocessable (?:entity|content)/i,
    /too many requests|internal server error|not implemented|bad gateway|service unavailable|gateway time-?out/i,
  ],
  /(?=\s{0,2}(?:$|[:.!,(–—-]|for |from |to ))/i,
);

/** Messages of the system or of git: tools that run programs pass these on. */
export const ofSystem = family({
  'error-name': /^(?:E(?:NOENT|ACCES|PERM|ISDIR|NOTDIR|EXIST|XDEV|BUSY|ROFS|NOTEMPTY|NOSPC|MFILE|DQUOT)|fatal): \S/,
  'no-such-file': /^(?:[Nn]o such (?:file|directory|path|folder)|[Nn]ot a (?:directory|regular file|git repository))\b/,
  'path-no-such-file': /^[^\s:]{1,200}: [Nn]o such file or directory[.]?$/,
  'program-error': /^(?:curl: \(\d{1,3}\)|npm (?:error|ERR!)|[a-z][a-z\d_-]{1,20}: (?:fatal |fatal: )?error:) \S/,
  'program-complaint': inRow(
    /^(?:gh|ssh|scp|sftp|rsync|git|wget|helm|kubectl|docker|psql|mysql|openssl|tar|unzip|ffmpeg|pandoc|rm|cp|mv|ls|mkdir|chmod): /,
    /(?:[^\n]{1,200}[ :(])?(?:[Cc](?:annot|ould not)|[Uu]nable|denied|refused|timed out|not found|[Bb]ad|[Ii]nvalid|[Ff]ailed)\b/,
  ),
});

/** How databases refuse a statement. */
export const ofDatabase = family({
  'sqlite-syntax': /^near "[^"\n]{1,80}": syntax error\b/,
  'no-such-table': /^no such (?:table|column|function|module|index): \S/,
  constraint: /^(?:UNIQUE|NOT NULL|FOREIGN KEY|CHECK) constraint failed\b/,
  'relation-column':
    /^(?:relation|column|table|function|database|schema|role|type) "[^"\n]{1,120}" (?:of relation "[^"\n]{1,120}" )?does not exist\b/,
  'postgres-syntax': /^(?:ERROR: {1,3})?syntax error at or near\b/,
  oracle: /^ORA-\d{5}: /,
});

/** Python's messages for invalid values, without the exception's name. */
export const ofPython = family({
  'float-integer':
    /^(?:(?:float |integer )?division by zero|math (?:domain|range) error|list index out of range|maximum recursion depth exceeded)\b/,
  'invalid-syntax': /^(?:invalid syntax|unexpected EOF while parsing|unterminated string literal|unmatched '.') ?\(/,
  'unsupported-operand': /^unsupported operand type\(s\) for /,
  'could-not':
    /^(?:could not convert string to|invalid literal for int\(\)|name '\w{1,60}' is not defined|'NoneType' object )/,
  'object-attribute': /^'\w{1,60}' object (?:has no attribute|is not) /,
  'wrong-argument-count': /^[\w.]{1,60}\(\) (?:missing \d|takes \d|got an unexpected)/,
  codec: /^'[\w-]{1,20}' codec can't (?:de|en)code /,
});

/** The program that reads a file reports it as missing. */
export const unread = inRow(
  /^(?:[A-Z][\w-]{0,30} )?(?:[\w-]{1,30} ){0,4}(?:file|document|page|folder|directory) /,
  /(?:\S{1,80} )?(?:was )?not found, (?:maybe|perhaps|please|try|check|it may|consider|use|you)\b/,
);

/** An argument is invalid, and the text names it. */
export const unfit = anyOf(
  /^(?:invalid|unknown|unsupported|unrecognized|unrecognised|no such) [a-z][\w-]{1,30}/i,
  /^[^\n]{1,160} (?:is|are) not (?:an? )?(?:valid|supported|known|recogni[sz]ed)\b/i,
);

/** "Weather service unavailable": from a tool that does not check its status. */
export const outOfService = family({
  service: inRow(
    /^(?:the )?(?:[\w-]{1,20} ){0,3}(?:service|server|api|backend|database) (?:is )?(?:currently |temporarily )?/i,
    /(?:unavailable|not available|offline|unreachable)(?:[.!]?$|[.!;,] (?:please )?(?:try|retry)\b)/i,
  ),
  'any-with-advice':
    /^(?:[\w-]{1,20} ){1,4}is (?:currently |temporarily )(?:unavailable|not available|offline)[.!;,] (?:please )?(?:try|retry)\b/i,
});

/** An argument by name, and what it must not be. */
export const ofArgument =
  /^['"`]?[A-Za-z_][\w.-]{0,40}['"`]?(?:=\S{1,40})? (?:must|cannot|can't|should|is (?:not|required|invalid|missing|too)|not )\b/;

/** An argument is empty but must not be. */
export const empty =
  /^(?:the )?[A-Za-z][\w ]{2,40} (?:cannot|can't|can not|must not|may not|should not) be (?:empty|blank|null|negative|zero)[.!]?$/i;

/** Nothing is stored there. */
export const holdsNothing = /\b(?:not found in|does not exist|not found[.!]?$|is empty|no value|has no value)/i;

/** An error as the only result. */
export const onlyHit = inRow(
  /^(?:(?:found )?1 (?:results?|hits?|matches|items?)[^\n]{0,60}:?\n{1,3})?(?:\[?1[\].)]\]? ){1,2}\**/i,
  /(?:error|search (?:error|failed))\b(?![^\n]{0,200}\n\s{0,4}\[?2\b)/i,
);

/** An error between XML tags. */
export const tagged = /^<(?:tool_)?(?:use_)?error>\s{0,8}[^<]{3,400}<\//i;

/** Sounds like a refusal, but there was nothing left to do. */
export const settled = inRow(
  /\b/i,
  [
    /skipp(?:ed(?! (?:in|by|when|during))|ing)|nothing (?:to do|more to do|else to do)/i,
    /no action (?:needed|taken|required)|up[- ]to[- ]date|left (?:unchanged|as (?:is|it is)|alone)/i,
  ],
  /\b/i,
);

/** A state that prevents a change. */
export const inTheWay = family({
  'locked-read':
    /^(?:the |this )?[A-Za-z][\w-]{0,30}(?: ['"\w./#-]{1,40}){0,3} is (?:locked|read-only|protected|full|frozen)\b/i,
  'browser-closed':
    /^(?:the )?(?:browser|page|tab|window|connection|device) (?:is|was|has been) (?:already )?closed\b/i,
});

/** What was not changed, and why. */
export const unchanged = family({
  'nothing-changed': /^(?:nothing (?:was )?[a-z]{3,12}ed|no changes (?:were |have been )?made): \S/i,
  'not-done': /^[A-Z][\w'-]{0,30}(?: [\w'./-]{1,30}){0,3} not [a-z]{3,12}ed: (?!dry)\S/,
});

/** An item requested by name does not exist. */
export const isMissing = inRow(
  /^(?:the |this |an? )?[A-Za-z][\w-]{0,30}(?: ['"“‘`]?[^\s]{1,200}){0,3} /i,
  /(?:does not exist|doesn't exist|do not exist|(?:was |is )?not found|could not be (?:found|located))(?:: [^\n]{1,120})?[.!]?$/i,
);

/** "No bed found with key: B7": the only item that was asked for. */
export const isNone = anyOf(
  /^no [a-z][\w-]{1,30}(?: [a-z][\w-]{1,30})? (?:was )?found (?:with|for|at|by|matching|under)\b[^\n]{1,200}$/i,
  /^there (?:is|was|are) no [a-z][\w-]{1,30}(?: [a-z][\w-]{1,30})? (?:with|called|named|by)\b[^\n]{1,200}$/i,
);

/** An invalid choice, with the valid ones: never a lookup result. */
export const offers = inRow(
  /^(?:invalid|unknown|unsupported) [\w-]{2,30}(?: [^\s.:]{1,60}){0,3}[.:][^\n]{0,160}\b/i,
  /(?:valid (?:options|values|choices)|available|supported|allowed|accepted|must be|choose|use|expected)\b/i,
);

/** A missing choice, with the existing ones. */
export const instead = inRow(
  /^(?:the |an? )?[A-Za-z][\w-]{0,30}(?: ['"“‘`]?[^\s]{1,120}){0,3} /i,
  /(?:not found|does not exist|is not known|not recognized)[.;,:] (?:the )?/i,
  /(?:available|valid|known|supported|existing|possible|choose|use one|must be)\b/i,
);

/** How a tool that runs programs says that it stopped one: below the program's output. */
export const stopped = inRow(
  /(?:^|\n)[^\w\n]{0,6}(?:execution|command|process|script|program|code) (?:execution )?timed out/i,
  /(?: after \d[^\n]{0,30})?[.!]?\s{0,4}$/i,
);

/** The target of an action does not exist. */
export const idle = family({
  'there-active':
    /^(?:there (?:is|are) )?no (?:active|open|opened|running|current|connected|selected|attached|loaded) [a-z]/i,
  'none-active': inRow(
    /^(?:there (?:is|are) )?no (?:[a-z][\w-]{0,20} ){1,3}(?:is |are )?(?:currently )?/i,
    /(?:active|open|running|connected|selected|playing|attached|loaded|visible|in progress)\b/i,
  ),
  'no-longer-active': inRow(
    /^(?:the |your )?[a-z][\w-]{0,30}(?: ['"`\w./:-]{1,40}){0,3} (?:is|are) (?:not|no longer) (?:currently )?/i,
    /(?:running|connected|active|open|started|playing|paused|attached|recording|selected|initialized|loaded)\b/i,
  ),
  'east-asian-none-active': inRow([
    /^(?:当前|目前|現在)?(?:没有|沒有|未)(?:已)?(?:打开|打開|开启|連接|连接|选中|選取|选择|运行|執行|加载|載入|激活)(?:中)?的/i,
    /^(?:開いている|実行中の|接続中の|選択された)[^。\n]{1,20}(?:が|は)ありません/i,
  ]),
  'not-active': /^(?:currently )?not (?:connected|running|recording|playing|attached|initialized)\b/i,
});

/** An action that did not happen: "The parcel could not be booked". */
export const missed = family({
  because: /^No [a-z]{2,20} (?:was|were) [a-z]{4,12} because /,
  'you-have-none': /^You (?:have|are) (?:no|out of) (?:more |remaining )?(?:credits?|quota|requests|calls|tokens)\b/,
  'you-cannot-because': /^You (?:can't|cannot|can not|may not) [^\n]{2,80} (?:because|unless|without|until)\b/,
  'confirmation-required':
    /^(?:User |Human )?(?:[Cc]onfirmation|[Aa]pproval|[Cc]onsent) (?:is )?(?:required|needed)(?=[.!]?$|[:.,] |[ -]+[a-z])/,
  'confirm-true':
    /^[^\n]{0,160}\b(?:pass|passing|set|setting|with|add) ['"`]?confirm(?:ed|ation)?['"`]?(?: ?[=:] ?| to )['"`]?(?:true|yes)\b/,
  'not-sent': inRow(
    /^[A-Z][\w'-]{0,30}(?: [\w'./-]{0,30}[\w'/-]){0,5} /,
    [
      /(?:could not|couldn't|cannot|can't) be [a-z]{3,20}/,
      /not (?:sent|saved|created|updated|deleted|removed|added|uploaded|applied|executed|processed|moved|booked)/,
      /did not (?:respond|complete|succeed|start|finish|work|[a-z]{3,12} (?:within|in time))|took too long/,
      /(?:failed|was unable|were unable|is unable) to [a-z]{2,20}|failed (?:with|because|due|after|at|during)/,
      /is (?:currently |still )?(?:loading|starting up|warming up|offline|unavailable|not responding|not reachable|unreachable)/,
      /was (?:not successful|unsuccessful)|(?:was |has been )?(?:declined by|(?:cancell?ed|rejected|denied|aborted) by (?:the )?user)/,
    ],
    /\b/,
  ),
  'failed-rejected':
    /^[A-Z][\w'-]{0,30}(?: [\w'/-]{1,30}){0,3} (?:failed[.!](?:\s|$)|(?:was )?(?:rejected|declined|refused|blocked): \S)/,
  failed: /^Failed: [A-Za-z]/,
  'bracketed-error': /^\[(?:[\w ]{0,40} )?(?:ERROR|error|failed|failure)\] \S/,
  'not-confirmed': /^[A-Z][\w'-]{0,30}(?: [\w'-]{1,30}){0,4} was not confirmed\b/,
  'blocked-stopped':
    /^[A-Z][\w'-]{0,30}(?: [\w'-]{1,30}){0,4} (?:is|was|has been) (?:blocked|stopped|refused) by (?:the|a|our|your)\b/,
  oops: /^(?:Oops|Whoops|Uh[- ]oh)\b/,
});

/** Somewhere in a short first line: "Weather API error: …", "Sampling failed: …", "… or error: …". */
export const says = family({
  'chinese-request': /^请(?:先|至少|提供|输入|指定|选择)[^\n]{1,80}$/i,
  'please-provide':
    /^please (?:(?:provide|specify|supply|enter) (?:an?|the|your)|navigate|connect|upload|start|open|select) [^\n]{2,100}$/i,
  'failed-with-reason': inRow(
    /^(?:[^:.\n]|\.(?! )){0,100}\b(?<!["'“‘])(?:error|failed|failure|exception)(?: \([^)\n]{1,60}\))?: /i,
    /(?!\d{1,6}$|none\b|no(?: errors?| issues?| problems?)?[.!]?$|null\b|0\b)\S/i,
  ),
});

/** Something must be set, started or signed in to first. */
export const asksForSetup = family({
  'none-and-first-step': inRow(
    /^no (?:[a-z]{2,20} ){1,4}/i,
    [
      /connected|selected|open|opened|running|loaded|attached|initialized|active|available|set|configured|found/i,
      /saved|created|uploaded|indexed/i,
    ],
    /(?: yet)?\. (?:please |use |call |connect |open |select |start |run |load )[^\n]{0,160}\bfirst\b/i,
  ),
  'program-not-installed': inRow(
    /^['"`]?[\w./-]{1,40}['"`]?(?: command| binary| executable)? (?:is )?not (?:found|installed)\b[^.\n]{0,40}\. /i,
    /(?:is|please|make sure|install|you)\b/i,
  ),
  'none-active-and-step': inRow(
    /^no /i,
    [
      /(?:active|open|running|current|connected) [^.\n]{3,60}/i,
      /(?:[a-z]{2,20} ){1,4}(?:configured|set|open|running|connected|selected|loaded)/i,
    ],
    /\. /i,
    /(?:please|make sure|ensure|use|call|connect|open|start|run|launch|set|configure|add|ask) /i,
  ),
  'please-set-up': inRow(
    /^please /i,
    /(?:set|configure|provide|install|log ?in|sign in|authenticate|authorize|verify|enable|start|connect|run)\b/i,
    /[^\n]{0,200}/i,
    [/key|token|credential|environment|variable|config|settings?|first|server|again|install|account|email|https?:/i],
  ),
  'credential-not-set': inRow(
    /^[^\n]{0,80}\b(?:api key|token|credentials?|environment variables?)\b[^\n]{0,40}\b/i,
    /(?:not (?:set|configured|provided|found|available)|missing|is required|are required|must be set)/i,
  ),
  'not-set-up': inRow(
    /^[^\n]{0,120}?\b/i,
    [
      inRow(
        /(?:is |are |has |have )?not (?:been )?(?:correctly |properly |fully |yet )?/i,
        [
          /initialized|connected|configured|authenticated|installed|running|started|loaded|indexed|built|downloaded/i,
          /granted|responding|logged in|launched|opened|selected|authorized/i,
        ],
        /\b[^.\n]{0,60}\.? /i,
        [
          /use|call|connect|launch|open|load|log in|please|make sure|ensure|run|set|install|start|restart|enable|check/i,
          /you (?:need|must)|contact|reach out|visit/i,
        ],
      ),
      inRow(
        /(?:is|are) (?:unavailable|disabled|not (?:available|set|allowed|permitted|supported))(?: or not working)?/i,
        /[^.\n]{0,60}\.? (?:please|make sure|ensure|run|set|install|start|restart|enable|check|you (?:need|must))/i,
      ),
    ],
    /\b/i,
  ),
});

/** The name of an environment variable of the server. */
export const unset = inRow(
  /^(?:The )?[A-Z][A-Z0-9]{0,30}(?:_[A-Z0-9]{1,30}){1,6} (?:environment variable )?(?:is |was )?/,
  /(?:empty|missing|required|unset|not (?:set|found|defined|provided|configured|specified))\b/,
);

/** Counts: nothing succeeded. */
export const noneWorked = family({
  'east-asian-none-worked': inRow(
    /\b0 (?:\w{1,12} )?/i,
    [
      /successful|succeeded|success|successes|completed|ok|processed|uploaded|created|updated|deleted|sent|imported/i,
      /added/i,
    ],
    /\b/i,
  ),
  'successful-succeeded':
    /\b(?:successful|succeeded|success|successes|successfully \w{1,12}|completed|processed)\*{0,2}: {0,2}\*{0,2}0\b/i,
  'out-successful':
    /\b0 ?(?:\/|of|out of) ?[1-9]\d{0,6} (?:\w{1,12} )?(?:successful|succeeded|completed|successfully)/i,
  'uploaded-created':
    /\b(?:uploaded|created|updated|deleted|sent|imported|added|processed) 0 ?(?:\/|of|out of) ?[1-9]/i,
  'chinese-none-worked': /成功[:： ]{0,2}0/i,
  'russian-none-worked': /успешно: 0/i,
});

/** Counts: something failed. */
export const someFailed = family({
  'count-failed': /\b[1-9]\d{0,6} (?:\w{1,12} )?(?:failed|errors?|failures?|failing|unsuccessful)\b/i,
  'failed-count': /\b(?:failed|errors?|failures?|unsuccessful)\*{0,2}: {0,2}\*{0,2}[1-9]/i,
  'none-out-of': /\b0 ?(?:\/|of|out of) ?[1-9]/i,
  'chinese-count-failed': /失败[:： ]{0,2}[1-9]/i,
  'russian-count-failed': /ошиб\S{0,4}: [1-9]/i,
});

/** Whether it contains any failure words. */
export function soundsFailed(text: string): boolean {
  return failing.test(text);
}

const failing = anyOf(
  inRow(
    /\b/i,
    [
      /fail\w{0,4}|error|unable|not available|unavailable|could not|couldn't|cannot|can't|not found|denied|refused/i,
      /unauthorized|unauthenticated|not authenticated|not authori[sz]ed|forbidden|timed? ?out|missing|required/i,
      /invalid|blocked|rejected|expired|insufficient|exceed\w{0,3}|not (?:provided|allowed|permitted|supported)/i,
    ],
    /\b/i,
  ),
  anyOf(
    /[错錯]误|失[败敗]|不能为空|过长|无效|不存在|未找到|超时|必须|エラー|실패/i,
    /오류|ошибк|не удал|erreur|échou|fehler|fehlgeschlagen|errore|שגיאה/i,
  ),
  /خطأ/i,
);
