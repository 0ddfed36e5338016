// Plain words in other languages: Chinese, Japanese, Korean, Russian, Spanish, Portuguese, German, French, Italian.
// They beat what the same words beat in English. Letters of Chinese, Japanese and Korean are words by themselves (vocabulary.ts).

import { phraseList as list, type PhraseSource } from './schema.ts';

export const languages: PhraseSource[] = [
  {
    id: 'rate-limited.abroad',
    class: 'rate_limited',
    beats: ['own.answer'],
    says: list(`
      过于频繁, 调用频率, 请求频率, 访问频率, 频率限制, 频率超限, 限流, 请求次数过多, 请求过多, 太频繁, 配额,
      额度不足, 額度不足, 次数超限, 次数已达, 达到上限, 达上限, 超出限制, 過於頻繁, 頻率限制, レート制限,
      リクエストが多すぎ, リクエスト数が, 利用制限, 上限に達し, 요청이 너무 많, 한도를 초과, 한도 초과,
      превышен лимит, квота, квоту, слишком много запросов, лимит запросов, лимит исчерпан, demasiadas solicitudes,
      demasiadas peticiones, límite de solicitudes, límite de peticiones, cuota excedida, muitas solicitações,
      muitas requisições, limite de requisições, limite de taxa, limite de chamadas, límite de llamadas,
      límite de uso, cota excedida, zu viele anfragen, anfragelimit, ratenbegrenzung, kontingent, trop de requêtes,
      limite de requêtes, limite d appels, quota dépassé, quota atteint, troppe richieste, limite di richieste
    `),
  },
  {
    id: 'unauthorized.abroad',
    class: 'unauthorized',
    beats: ['not-ready.abroad', 'own.setting'],
    says: list(`
      未授权, 未登录, 未登入, 请先登录, 请登录, 請先登入, 登录已过期, 登录失效, 登录态, 认证失败, 鉴权, 身份验证失败,
      身份认证, 令牌无效, 令牌已过期, 签名错误, 签名无效, 密钥已过期, 密钥过期, 令牌过期, 重新登录, 需要登录,
      密钥无效, 密钥错误, 无效的密钥, 无效的令牌, 密钥未, 未设置密钥, 缺少密钥, 密钥不, 凭证, 凭据, 驗證失敗,
      授權失敗, 未經授權, 認証に失敗, 認証エラー, 認証が必要, ログインしてください, ログインが必要, 資格情報, apiキー,
      トークンが無効, トークンの有効期限, 期限が切れ, ログインして, 인증 실패, 인증에 실패, 인증이 필요,
      로그인이 필요, 로그인하세요, api 키, 키가 만료, 토큰이 만료, 세션이 만료, не авторизован*, неавторизован*,
      требуется авторизация, ошибка авторизации, ошибка аутентификации, требуется аутентификация, неверный токен,
      неверный ключ, неверный api, api ключ, ключ api, недействительный ключ, токен недействителен,
      истек срок действия, истёк срок действия, срок действия .. истек, срок действия .. истёк, войдите в,
      необходимо войти, нужно войти, no autorizado, no autenticado, credenciales, autenticación requerida,
      error de autenticación, token inválido, clave de api, iniciar sesión, inicie sesión, clave .. caducado,
      token .. caducado, clave .. expirado, token .. expirado, sesión ha caducado, sesión ha expirado,
      debe autenticarse, não autorizado, não autenticado, credenciais, falha na autenticação, erro de autenticação,
      chave de api, faça login, chave .. expirou, token expirou, sessão expirou, chave expirada, precisa entrar,
      é necessário entrar, fazer login, nicht autorisiert, nicht authentifiziert, nicht angemeldet,
      anmeldung fehlgeschlagen, anmeldedaten, authentifizierung*, zugangsdaten, api schlüssel, bitte anmelden,
      melden sie sich .. an, zugriffsschlüssel, zugangsschlüssel, token ist abgelaufen, schlüssel ist abgelaufen,
      sitzung ist abgelaufen, schlüssel ist ungültig, token ist ungültig, non authentifié*, authentification,
      identifiants, clé api, clé d api, jeton invalide, jeton expiré, veuillez vous connecter, clé .. expiré,
      clé invalide, session expirée, session a expiré, jeton .. expiré, vous devez vous identifier,
      vous devez vous connecter, veuillez vous identifier, non autorisé*, non autorizzat*, non autenticat*,
      credenziali, autenticazione, chiave .. scaduta, chiave non valida, token scaduto, token .. scaduto,
      sessione scaduta, accedere prima, effettua l accesso
    `),
  },
  {
    id: 'forbidden.abroad',
    class: 'forbidden',
    beats: ['own.inner'],
    says: list(`
      没有权限, 仅限管理员, 只有管理员, 管理者のみ, 관리자만, только администратор*, только для администратор*,
      solo los administradores, solo administradores, apenas administradores, nur für administratoren,
      nur administratoren, réservé aux, solo gli amministratori, 没有 .. 权限, 无权限, 无权, 权限不足, 拒绝访问,
      禁止访问, 访问被拒绝, 不允许, 沒有權限, 權限不足, 存取被拒, 被禁止, 権限がありません, アクセスが拒否,
      アクセス権, 許可されていません, 禁止されて, 권한이 없, 접근이 거부, 접근 권한, 허용되지 않, доступ запрещ*,
      нет доступа, нет прав, нет права, не имеете права, недостаточно прав, отказано в доступе, acceso denegado,
      acceso prohibido, permiso denegado, permisos insuficientes, sin permiso*, no tiene permiso*, no tienes permiso*,
      no tiene acceso, acesso negado, acesso proibido, sem permissão, não tem permissão, não tem acesso,
      permissão negada, permissões insuficientes, zugriff verweigert, keine berechtigung, keine rechte, kein recht,
      dürfen .. nicht, nicht berechtigt, fehlende berechtigung*, nicht erlaubt, accès refusé, accès interdit,
      permission refusée, autorisation refusée, droits insuffisants, pas le droit, pas les droits, pas l autorisation,
      pas autorisé*, pas la permission, accesso negato, permesso negato, non hai i permessi, non hai il permesso,
      non ha i permessi, permessi insufficienti
    `),
  },
  // Of a password, too short or wrong.
  {
    id: 'unauthorized.abroad-2',
    class: 'unauthorized',
    beats: ['validation.abroad', 'http.404'],
    says: list(`
      密码错误, 密码不正确, 账号或密码, パスワードが, 비밀번호가, логин или пароль, неверный пароль,
      contraseña incorrect*, o contraseña, senha incorreta, ou senha, passwort falsch, falsches passwort,
      oder passwort, mot de passe incorrect, ou mot de passe, password errata, o password
    `),
  },
  {
    id: 'approval-required.abroad',
    class: 'approval_required',
    beats: ['own.named'],
    says: list(`
      余额不足, 餘額不足, 欠费, 需要付费, 需要审批, 残高不足, 승인이 필요, saldo insuficiente, требуется оплата,
      недостаточно средств, guthaben reicht nicht, solde insuffisant
    `),
  },
  {
    id: 'timeout.abroad',
    class: 'timeout',
    beats: ['http.403'],
    says: list(`
      超时, 超時, 没有响应, 未响应, 逾時, タイムアウト, 時間切れ, 応答がありません, 応答しません, 시간 초과,
      시간이 초과, 응답하지 않, 타임아웃, превышено время, время ожидания, не ответил вовремя, не ответил за,
      не отвечает, таймаут, тайм аут, истекло время, tiempo de espera, tiempo agotado, tiempo límite, no respondió,
      no responde, não responde, no ha respondido, tempo limite, não respondeu, tempo esgotado, tempo de espera,
      zeitüberschreitung, zeitlimit, nicht rechtzeitig, nicht geantwortet, antwortet nicht, délai dépassé,
      délai .. dépassé, délai d attente, pas répondu, ne répond pas, trop de temps, tempo scaduto, non ha risposto,
      non risponde
    `),
  },
  {
    id: 'dependency.abroad',
    class: 'dependency',
    beats: ['timeout.abroad', 'http.403'],
    says: list(`
      网络错误, 网络异常, 网络连接, 连接失败, 拒绝连接, 连接 .. 失败, 连接被拒绝, 无法连接, 域名解析, 解析域名,
      網路錯誤, 連線失敗, 無法連線, 接続できません, 接続に失敗, 接続が拒否, ネットワークエラー, 名前解決,
      연결할 수 없, 연결에 실패, 연결이 거부, 네트워크 오류, не удалось подключиться, ошибка подключения, ошибка сети,
      ошибка соединения, соединение .. отклонено, соединение .. разорвано, не удалось соединиться, нет соединения,
      нет связи, в соединении отказано, no se pudo conectar, no se puede conectar, posible conectar,
      imposible conectar, posible establecer, error de conexión, conexión rechazada, error de red, conexão recusada,
      falha ao conectar, erro de conexão, erro de rede, não foi possível conectar, verbindung abgelehnt,
      verbindung verweigert, verbindung fehlgeschlagen, keine verbindung, verbindung .. nicht, verbindungsfehler,
      netzwerkfehler, nicht erreichbar, verbindungsaufbau, connexion refusée, impossible de se connecter,
      impossible de joindre, connexion .. impossible, connexion .. refusée, erreur réseau, erreur de connexion,
      échec de la connexion, injoignable, connessione rifiutata, errore di rete, errore di connessione,
      impossibile connettersi, connessione fallita, connessione .. rifiutata
    `),
  },
  {
    id: 'dependency.abroad-2',
    class: 'dependency',
    beats: ['own.setting'],
    name: 'Certificate refused',
    title: 'Bad certificate',
    verdict: 'after_fix',
    remedy: ['Check the certificate of the service: expired, self-signed, or for another name.'],
    says: list('证书, 證書, 憑證錯誤, 証明書, 인증서, сертификат*, certificado, zertifikat*, certificat'),
  },
  {
    id: 'dependency.abroad-3',
    class: 'dependency',
    beats: ['json-rpc.-32602'],
    says: list('请求失败, 响应非, 接口返回, 接口调用失败, 調用失敗, 调用失败, 上游'),
  },
  {
    id: 'unavailable.abroad',
    class: 'unavailable',
    beats: ['not-found.abroad-2', 'http.503'],
    says: list(`
      服务不可用, 正在维护, 暂时不可用, 服务器繁忙, 系统繁忙, 维护中, 服務暫時, 利用できません, メンテナンス,
      混み合って, 사용할 수 없, 점검 중, сервис недоступен, временно недоступ*, недоступен, недоступна, недоступно,
      технические работы, сервер перегружен, no disponible, no está disponible, no están disponibles,
      en mantenimiento, indisponível, não está disponível, em manutenção, nicht verfügbar, wartungsarbeiten,
      überlastet, indisponible, en maintenance, surchargé, non disponibile
    `),
  },
  {
    id: 'unavailable.abroad-2',
    class: 'unavailable',
    beats: ['http.302'],
    says: list(`
      稍后再试, 稍后重试, 稍後再試, しばらくして, 다시 시도, повторите позже, попробуйте позже, intente más tarde,
      inténtelo más tarde, tente novamente, versuchen sie es später, réessayez plus tard
    `),
  },
  {
    id: 'not-found.abroad',
    class: 'not_found',
    beats: ['own.setting'],
    name: 'Unknown tool',
    title: 'Unknown tool',
    when: { method: ['tools/call'] },
    says: list(`
      未知工具, 未知的工具, 工具不存在, 未找到工具, 找不到工具, 不明なツール, 未知のツール, ツールが見つかりません,
      알 수 없는 도구, неизвестный инструмент, инструмент .. не найден, herramienta desconocida,
      herramienta .. no encontrada, ferramenta desconhecida, unbekanntes werkzeug, unbekanntes tool, outil inconnu
    `),
  },
  {
    id: 'not-found.abroad-2',
    class: 'not_found',
    beats: ['http.503'],
    says: list(`
      nie znaleziono, bulunamadı, niet gevonden, 未找到, 找不到, 不存在, 没有找到, 无法找到, 查无, 已被删除, 已删除,
      没有这个, 没有该, 没有此, 查不到, 沒有找到, 見つかりません, 存在しません, 見つかりませんでした,
      該当する .. ありません, はありませんでした, 찾을 수 없, 존재하지 않, 해당 .. 없습니다, не найден*,
      не существует, не удалось найти, отсутствует, такой .. нет, такого .. нет, нет такого, нет такой, нет с таким,
      no encontrad*, no se encontr*, no existe, no hay ningún, no hay ninguna, não encontrad*, não localizad*,
      nenhum .. encontrad*, não existe, não foi encontrad*, nicht gefunden, existiert nicht, gibt es nicht,
      gibt keine, gibt kein, nicht vorhanden, introuvable*, non trouvé*, pas trouvé*, n existe pas, aucun .. ne,
      aucune .. ne, non trovat*, non esiste, nessun* .. con, nessun* .. trovat*
    `),
  },
  {
    id: 'validation.abroad',
    class: 'validation',
    beats: ['http.404'],
    says: list(`
      仅支持, 只支持, 僅支援, 仅允许, 只允许, のみ対応, のみサポート, 만 지원, solo se admite*, apenas .. suportad*,
      nur .. unterstützt, seul* .. pris en charge, 参数错误, 参数无效, 参数不, 参数缺失, 无效的参数, 不能为空,
      必须大于, 必须小于, 不正确, 缺少参数, 缺少必要, 缺少必填, 缺少必需, 必填, 必须是, 必须为, 必须提供, 格式错误,
      格式不正确, 格式不, 无效, 非法, 不合法, 类型错误, 超出范围, 请提供, 请至少, 至少提供, 请填写, 请选择, 请输入,
      请指定, 校验失败, 参数, 參數錯誤, 參數, 無效, 不能為空, 必須, 無効な, 無効です, 不正な, が不正です,
      が正しくありません, 空にできません, 指定してください, 指定されていません, 入力してください, 形式が正しく,
      範囲外, 유효하지 않, 잘못된, 필수, 입력해, 형식이, 비워 둘 수 없, 비어 있, неверн*, недопустим*, некорректн*,
      обязател*, не указан*, укажите, введите, не может быть пуст*, не должн*, пустое поле, должен быть, должно быть,
      должна быть, inválid*, no válid*, obligatori*, es requerid*, son requerid*, requerid*, falta el parámetro,
      debe ser, debe tener, indique un*, introduzca, debe indicar, no puede estar vací*, no puede ser, no debe estar,
      obrigatóri*, informe um*, informe o, informe a, não pode ficar vazi*, não pode estar vazi*, não pode ser,
      deve ser, parâmetro*, parámetro*, ungültig*, erforderlich, pflichtfeld, muss .. sein, bitte .. angeben,
      bitte .. eingeben, darf nicht leer, darf nicht, müssen .. sein, fehlender parameter, invalide*, non valide*,
      obligatoire*, requis, requise, doit être, ne peut pas être vide, veuillez indiquer, veuillez saisir,
      veuillez fournir, veuillez préciser, ne doit pas être, ne peut pas être, paramètre*, non valid*, obbligatori*,
      non può essere, non deve essere, deve essere
    `),
  },
  {
    id: 'conflict.abroad',
    class: 'conflict',
    beats: ['not-found.abroad-2', 'http.503'],
    says: list(`
      已存在, 已被占用, 已注册, 已被注册, 已被使用, 已经存在, 重复, 冲突, 重複, 衝突, 既に存在, すでに存在,
      既に使われ, すでに使われ, 既に使用, すでに使用, 競合, 이미 존재, 이미 사용, 충돌, уже существует, уже есть,
      уже занят*, уже используется, конфликт, ya existe, ya está, ya fue, conflicto, já existe, já está, já foi,
      conflito, existiert bereits, bereits vorhanden, bereits vergeben, bereits belegt, bereits verwendet, konflikt,
      existe déjà, déjà pris*, déjà utilisé*, déjà réservé*, conflit, esiste già, già in uso, già presente
    `),
  },
  {
    id: 'too-large.abroad',
    class: 'too_large',
    beats: ['not-found.abroad-2', 'http.503'],
    says: list(`
      过大, 太大, 过长, 太长, 超出长度, 超过最大, 超过 .. 限制, 超過最大, 大きすぎ, 長すぎ, 너무 큽, 너무 깁,
      слишком больш*, слишком длинн*, превышает максим*, demasiado grande, demasiado larg*, supera el tamaño,
      supera el límite, supera el máximo, excede o tamanho, muito grande, muito long*, zu groß, zu gross, zu lang,
      überschreitet, dépasse la taille, dépasse la limite, trop grand*, trop long*, trop volumineu*, troppo grande,
      troppo lung*
    `),
  },
  {
    id: 'unsupported.abroad',
    class: 'unsupported',
    beats: ['validation.abroad', 'http.404'],
    says: list(`
      不支持, 不支援, 未实现, 尚未实现, サポートされていません, 未対応, 対応していません, 지원하지 않, 지원되지 않,
      не поддерживается, не реализован*, no soportad*, no es compatible, não suportad*, não é suportad*,
      nicht unterstützt, nicht implementiert, pas pris en charge, non pris en charge, non supporté*, non support*
    `),
  },
  {
    id: 'not-ready.abroad',
    class: 'not_ready',
    beats: ['own.setting'],
    says: list(`
      сначала вызовите, сначала откройте, сначала создайте, нет открыт*, 请先打开, 请先使用, 请先连接, 请先调用,
      请先运行, 请先创建, 请先选择, 请先启动, 未初始化, 尚未设置, 尚未配置, 未配置, 没有配置, 没有可用的 .. 配置,
      无可用的 .. 配置, 沒有可用的 .. 設定, 请配置, 请先配置, 请设置, 请先设置, 未设置, 没有设置, 环境变量, 環境變數,
      未安装, 请安装, 未安裝, 未连接, 未启动, 請先設定, 設定されていません, 環境変数, インストールされていません,
      初期化されていません, 起動していません, 설정되지 않, 환경 변수, 설치되어 있지 않, 초기화되지 않, не настроен*,
      не задан*, не установлен*, переменн* окружения, не инициализирован*, не запущен*, сначала запустите,
      no configurad*, falta configurar, no está definid*, no está configurad*, variable de entorno,
      variables de entorno, no está instalad*, no instalad*, no inicializad*, não configurad*, não está configurad*,
      variável de ambiente, variáveis de ambiente, não instalad*, não está instalad*, nicht konfiguriert,
      nicht gesetzt, umgebungsvariable*, nicht installiert, nicht initialisiert, nicht gestartet,
      kein .. konfiguriert, keine .. konfiguriert, non configuré*, pas configuré*, variable d environnement,
      variables d environnement, pas défini*, pas installé*, non installé*, non initialisé*, non configurat*,
      non installat*
    `),
  },
  {
    id: 'cancelled.abroad',
    class: 'cancelled',
    beats: ['unavailable.abroad', 'http.503'],
    says: list(`
      已取消, 用户取消, 被取消, 用戶取消, キャンセル, 취소되었, 취소됨, отменен*, отменён*, cancelad*, abgebrochen,
      annulé*, annullat*
    `),
  },
  {
    id: 'internal.abroad',
    class: 'internal',
    beats: ['json-rpc.-32603', 'http.500'],
    says: list(`
      内部错误, 系统错误, 系统异常, 服务器错误, 內部錯誤, 系統錯誤, 内部エラー, サーバーエラー, 내부 오류, 서버 오류,
      внутренняя ошибка, ошибка сервера, error interno, erro interno, interner fehler, interner serverfehler,
      erreur interne, erreur serveur, errore interno
    `),
  },
  {
    id: 'internal.abroad-2',
    class: 'internal',
    beats: ['mcp.0'],
    says: list(`
      错误, 失败, 异常, 出错, 报错, 无法, 錯誤, 失敗, 異常, 無法, エラー, 失敗しました, できません, 오류, 에러, 실패,
      할 수 없, ошибка, не удалось, невозможно, сбой, no se pudo, no se puede, falló, fallo, erro, falha,
      não foi possível, fehler*, fehlgeschlagen, konnte nicht, kann nicht, erreur*, échec, échoué, impossible, errore,
      impossibile, fallito
    `),
  },
];
