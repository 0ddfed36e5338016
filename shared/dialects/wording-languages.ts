// Phrases in other languages: Chinese, Japanese, Korean, Russian, Ukrainian, Spanish, Portuguese, German, French, Italian, Dutch, Swedish,
// Polish, Czech, Turkish, Vietnamese, Indonesian, Arabic. They beat the same rows as their English versions. Each Chinese, Japanese and
// Korean character counts as a word (split-words.ts).

import { phraseList as list, type WordingRow } from './dialect.ts';

export const languages: WordingRow[] = [
  {
    id: 'rate-limited.other-languages',
    place: 'unmistakable words',
    says: list(`
      过于频繁, 调用频率, 请求频率, 访问频率, 频率限制, 频率超限, 限流, 请求次数过多, 请求过多, 太频繁, 配额, 额度不足, 額度不足, 次数超限, 次数已达, 达到上限, 达上限,
      超出限制, 過於頻繁, 頻率限制, レート制限, リクエストが多すぎ, リクエスト数が, 利用制限, 上限に達し, 요청이 너무 많, 한도를 초과, 한도 초과, превышен лимит,
      квота, квоту, слишком много запросов, лимит запросов, лимит исчерпан, demasiadas solicitudes,
      demasiadas peticiones, límite de solicitudes, límite de peticiones, cuota excedida, muitas
      solicitações, muitas requisições, limite de requisições, limite de taxa, limite de chamadas, límite de
      llamadas, límite de uso, cota excedida, zu viele anfragen, anfragelimit, ratenbegrenzung, kontingent,
      trop de requêtes, limite de requêtes, limite d appels, quota dépassé, quota atteint, troppe richieste,
      limite di richieste, limit zapytań, limit żądań, limit wywołań, zbyt wiele zapytań, zbyt wiele żądań,
      za dużo zapytań, za dużo żądań, çok fazla istek, istek sınırı, istek limiti, hız sınırı, kota ..
      aşıldı, kota .. doldu, kotanız, te veel verzoeken, te veel aanvragen, verzoeklimiet, aantal verzoeken,
      quotum .. overschreden, quotum .. bereikt, för många förfrågningar, för många anrop, för många
      begäranden, gränsen för anrop, kvoten .. överskrid*, kvoten .. slut, příliš mnoho požadavků, příliš
      mnoho dotazů, limit požadavků, limit dotazů, kvóta, kvóty, забагато запитів, занадто багато запитів,
      ліміт запитів, перевищено ліміт, ліміт вичерпано, quá nhiều yêu cầu, giới hạn yêu cầu, giới hạn tốc
      độ, vượt quá hạn mức, hết hạn mức, hạn ngạch, terlalu banyak permintaan, batas permintaan, batas
      kuota, kuota .. habis, melebihi kuota, كبير .. من الطلبات, كثير .. من الطلبات, طلبات كثيرة, حد
      الطلبات, حد المعدل, تجاوز الحصة, تجاوزت الحصة, quota superata, przekroczono dzienny limit, kotanızı,
      kotasını, gränsen .. anrop, gränsen .. förfrågningar, giới hạn .. yêu cầu, الحد المسموح, تجاوزت الحد,
      الحد الأقصى .. الطلبات
    `),
    yes: [
      '种子接口的调用频率过高',
      'Limite de chamadas atingido',
      'Квота на семена превышена',
      '调用次数已达上限',
      'リクエスト数の上限に達しました',
      'Слишком много запросов, подождите минуту',
      'Demasiadas solicitudes, espere un momento',
      'Zu viele Anfragen, bitte warten',
      'Trop de requêtes, veuillez patienter',
      'Muitas solicitações, aguarde',
      '요청이 너무 많습니다',
      'Troppe richieste, attendere',
      'Przekroczono limit wywołań tej usługi',
      'İstek sınırı aşıldı',
      'Het quotum voor vandaag is bereikt',
      'För många anrop den här minuten',
      'Limit požadavků byl vyčerpán',
      'Перевищено ліміт викликів',
      'Bạn đã vượt quá hạn mức trong ngày',
      'Kuota harian sudah habis',
      'لقد تجاوزت الحصة اليومية',
      'وصل عدد كبير جدًا من الطلبات، انتظر',
      'Quota superata per oggi',
    ],
  },
  {
    id: 'approval-required.other-languages',
    place: 'unmistakable words',
    says: list(`
      欠费, 需要付费, 需要审批, 승인이 필요, требуется оплата
    `),
    yes: ['账户已欠费'],
  },
  {
    id: 'unauthorized.other-languages',
    place: 'specific words',
    says: list(`
      未授权, 未登录, 未登入, 请先登录, 请登录, 請先登入, 登录已过期, 登录失效, 登录态, 认证失败, 鉴权, 身份验证失败, 身份认证, 令牌无效, 令牌已过期, 签名错误, 签名无效,
      密钥已过期, 密钥过期, 令牌过期, 重新登录, 需要登录, 必须登录, 必须先登录, 密钥无效, 密钥错误, 无效的密钥, 无效的令牌, 密钥未, 未设置密钥, 缺少密钥, 密钥不, 凭证, 凭据,
      驗證失敗, 授權失敗, 未經授權, 認証に失敗, 認証エラー, 認証が必要, ログインが必要, 資格情報, apiキー, トークンが無効, トークンの有効期限, 期限が切れ, ログインして, 인증 실패,
      인증에 실패, 인증이 필요, 로그인이 필요, 로그인하세요, api 키, 키가 만료, 토큰이 만료, 세션이 만료, не авторизован*, неавторизован*,
      требуется авторизация, ошибка авторизации, ошибка аутентификации, требуется аутентификация, неверный
      токен, неверный ключ, неверный api, api ключ, ключ api, недействительный ключ, токен недействителен,
      истек срок действия, истёк срок действия, срок действия .. истек, срок действия .. истёк, войдите в,
      необходимо войти, нужно войти, no autorizado, no autenticado, credenciales, autenticación requerida,
      error de autenticación, token inválido, clave de api, iniciar sesión, inicie sesión, clave ..
      caducado, token .. caducado, clave .. expirado, token .. expirado, sesión ha caducado, sesión ha
      expirado, debe autenticarse, não autorizado, não autenticado, credenciais, falha na autenticação, erro
      de autenticação, chave de api, faça login, chave .. expirou, token expirou, sessão expirou, chave
      expirada, precisa entrar, é necessário entrar, fazer login, nicht autorisiert, nicht authentifiziert,
      nicht angemeldet, anmeldung fehlgeschlagen, anmeldedaten, authentifizierung*, zugangsdaten, api
      schlüssel, bitte anmelden, melden sie sich .. an, zugriffsschlüssel, zugangsschlüssel, token ist
      abgelaufen, schlüssel ist abgelaufen, sitzung ist abgelaufen, schlüssel ist ungültig, token ist
      ungültig, non authentifié*, authentification, identifiants, clé api, clé d api, jeton invalide,
      veuillez vous connecter, clé .. expiré, clé invalide, session expirée, session a expiré, jeton ..
      expiré, vous devez vous identifier, vous devez vous connecter, veuillez vous identifier, non
      autorisé*, non autorizzat*, non autenticat*, credenziali, autenticazione, chiave .. scaduta, chiave
      non valida, token .. scaduto, sessione scaduta, accedere prima, effettua l accesso, nieautoryzowan*,
      brak autoryzacji, wymagane logowanie, wymagane uwierzytelnienie, nie jesteś zalogowan*, zaloguj się,
      błąd uwierzytelniania, uwierzytelnianie .. nie powiodło, klucz .. wygasł, token .. wygasł, sesja ..
      wygasła, nieprawidłowy klucz, nieprawidłowy token, klucz api, klucza api, kimlik doğrula*, oturum aç*,
      giriş yap*, geçersiz token, geçersiz anahtar, api anahtar*, oturum süre*, token .. süresi doldu,
      anahtar* süresi doldu, yetkisiz, niet ingelogd, niet aangemeld, eerst inloggen, moet inloggen, eerst
      aanmelden, log eerst in, meld u .. aan, niet geautoriseerd, niet geverifieerd, authenticatie mislukt,
      authenticatie vereist, ongeldig token, ongeldige sleutel, api sleutel, token is verlopen, sleutel is
      verlopen, sessie is verlopen, inloggegevens, inte inloggad, logga in, autentisering*, inloggning ..
      krävs, ogiltig token, ogiltig nyckel, api nyckel*, token har gått ut, nyckeln har gått ut, sessionen
      har gått ut, obehörig, nejste přihlášen*, přihlaste se, vyžadováno přihlášení, musíte .. přihlásit,
      nutné .. přihlásit, ověření .. selhalo, autentizac*, neautorizovan*, neplatný token, neplatný klíč,
      platnost .. vypršela, api klíč*, потрібна авторизація, потрібно увійти, необхідно увійти, увійдіть,
      автентифікаці*, помилка авторизації, недійсний токен, недійсний ключ, термін дії .. закінчився, термін
      дії .. минув, chưa đăng nhập, phải đăng nhập, cần đăng nhập, vui lòng đăng nhập, chưa xác thực, xác
      thực thất bại, xác thực không thành công, lỗi xác thực, yêu cầu xác thực, khóa api, token .. hết hạn,
      phiên .. hết hạn, belum login, harus login, perlu login, silakan login, harus masuk, silakan masuk,
      autentikasi, otentikasi, kunci api, token .. kedaluwarsa, kunci .. kedaluwarsa, sesi .. berakhir,
      token tidak valid, kredensial, تسجيل الدخول, غير مصرح, المصادقة, بيانات الاعتماد, مفتاح api, انتهت
      صلاحية, effettuare l accesso, necessario accedere, wygasł, wygasła, token .. verlopen, sleutel ..
      verlopen, sessie .. verlopen, har gått ut, токен .. недійсний, ключ .. недійсний, прострочен*, token
      .. vypršel, relace .. vypršela
    `),
    yes: [
      '您的密钥已过期，请重新申请',
      'トークンの期限が切れています',
      'ログインが必要です',
      'APIキーが正しくありません',
      'Срок действия ключа истёк',
      'Требуется авторизация',
      'La clave de API ha caducado',
      'Debe iniciar sesión primero',
      'Der Zugriffsschlüssel ist abgelaufen',
      'Bitte melden Sie sich zuerst an',
      'La clé a expiré',
      'Vous devez vous identifier',
      'A chave de acesso expirou',
      'API 키가 만료되었습니다',
      'La chiave è scaduta',
      'La API respondió 401: credenciales inválidas',
      'Klucz dostępu wygasł',
      'Lütfen önce oturum açın',
      'Meld u eerst aan',
      'Nyckeln har gått ut',
      'Ověření uživatele selhalo',
      'Термін дії ключа закінчився',
      'Phiên làm việc đã hết hạn',
      'Token Anda sudah kedaluwarsa',
      'انتهت صلاحية المفتاح',
      'È necessario effettuare l’accesso',
    ],
  },
  {
    id: 'dependency.certificate-other-languages',
    place: 'specific words',
    name: 'Certificate refused',
    title: 'Bad certificate',
    verdict: 'after_fix',
    remedy: ['Check the certificate of the service: expired, self-signed, or for another name.'],
    says: list('证书, 證書, 憑證錯誤, 証明書, 인증서, сертификат*, certificado, zertifikat*, certificat'),
    yes: ['证书无效或已过期'],
  },
  {
    id: 'not-found.unknown-tool-other-languages',
    place: 'specific words',
    name: 'Unknown tool',
    title: 'Unknown tool',
    when: { method: ['tools/call'] },
    says: list(`
      未知工具, 未知的工具, 工具不存在, 未找到工具, 找不到工具, 不明なツール, 未知のツール,
      ツールが見つかりません,
      알 수 없는 도구, неизвестный инструмент, инструмент .. не найден,
      herramienta desconocida,
      herramienta .. no encontrada, ferramenta desconhecida, unbekanntes werkzeug, unbekanntes tool, outil inconnu
    `),
    yes: ['工具不存在: 浇水'],
  },
  {
    id: 'not-ready.other-languages',
    place: 'specific words',
    says: list(`
      сначала вызовите, сначала откройте, сначала создайте, нет открыт*, 没有打开的, 沒有打開的, 没有连接的, 沒有連接的, 没有运行的,
      没有选中的, 没有加载的, 開いている .. ありません, 请先打开, 请先使用, 请先连接, 请先调用, 请先运行, 请先创建, 请先选择, 请先启动, 未初始化, 未配置, 没有配置, 没有可用的
      .. 配置, 无可用的 .. 配置, 沒有可用的 .. 設定, 请配置, 请先配置, 请设置, 请先设置, 未设置, 没有设置, 环境变量, 環境變數, 未安装, 请安装, 未安裝, 未连接, 未启动,
      請先設定, 設定されていません, 環境変数, インストールされていません, 初期化されていません, 起動していません, 설정되지 않, 환경 변수, 설치되어 있지 않, 초기화되지 않, не
      настроен*, не задан*, не установлен*, переменн* окружения, не инициализирован*, не запущен*, сначала
      запустите, no configurad*, falta configurar, no está definid*, no está configurad*, variable de
      entorno, variables de entorno, no está instalad*, no instalad*, no inicializad*, não configurad*, não
      está configurad*, variável de ambiente, variáveis de ambiente, não instalad*, não está instalad*,
      nicht konfiguriert, nicht gesetzt, umgebungsvariable*, nicht installiert, nicht initialisiert, nicht
      gestartet, kein .. konfiguriert, keine .. konfiguriert, non configuré*, pas configuré*, variable d
      environnement, variables d environnement, pas défini*, pas installé*, non installé*, non initialisé*,
      non configurat*, non installat*, zmienn* środowisk*, ortam değişken*, omgevingsvariabele*,
      miljövariabel*, proměnn* prostředí, змінн* середовища, biến môi trường, variabel lingkungan, متغير
      البيئة, variabile d ambiente, variabili d ambiente
    `),
    yes: [
      '没有打开的花园',
      'Kein Arbeitsverzeichnis konfiguriert',
      'Сначала откройте сад',
      '请先打开花园',
      '没有可用的花园配置',
      '尚未设置 API 密钥',
      '環境変数 ACME_KEY を設定してください',
      'Переменная окружения ACME_KEY не задана',
      'Falta configurar la variable ACME_KEY',
      'Die Umgebungsvariable ACME_KEY fehlt',
      "La variable ACME_KEY n'est pas définie",
      '环境变量 GEO_KEY 未设置',
      'Die Umgebungsvariable GEO_KEY ist nicht gesetzt',
      "La variable d'environnement GEO_KEY est manquante",
      'Zmienna środowiskowa ACME_KEY nie jest ustawiona',
      'ACME_KEY ortam değişkeni tanımlı değil',
      'De omgevingsvariabele ACME_KEY ontbreekt',
      'Miljövariabeln ACME_KEY saknas',
      'Proměnná prostředí ACME_KEY není nastavena',
      'Змінну середовища ACME_KEY не задано',
      'Chưa đặt biến môi trường ACME_KEY',
      'Variabel lingkungan ACME_KEY belum diatur',
      "La variabile d'ambiente ACME_KEY non è impostata",
    ],
  },
  {
    id: 'dependency.network-other-languages',
    place: 'specific words',
    says: list(`
      网络错误, 网络异常, 网络连接, 拒绝连接, 连接 .. 失败, 连接被拒绝, 无法连接, 域名解析, 解析域名, 網路錯誤, 連線失敗, 無法連線, 接続できません, 接続に失敗, 接続が拒否,
      ネットワークエラー, 名前解決, 연결할 수 없, 연결에 실패, 연결이 거부, 네트워크 오류, не удалось подключиться, ошибка подключения, ошибка
      сети, ошибка соединения, соединение .. отклонено, соединение .. разорвано, не удалось соединиться, нет
      соединения, нет связи, в соединении отказано, no se pudo conectar, no se puede conectar, posible
      conectar, imposible conectar, posible establecer, error de conexión, conexión rechazada, error de red,
      conexão recusada, falha ao conectar, erro de conexão, erro de rede, não foi possível conectar,
      verbindung abgelehnt, verbindung verweigert, verbindung fehlgeschlagen, keine verbindung, verbindung
      .. nicht, verbindungsfehler, netzwerkfehler, nicht erreichbar, verbindungsaufbau, impossible de se
      connecter, impossible de joindre, connexion .. impossible, connexion .. refusée, erreur réseau, erreur
      de connexion, échec de la connexion, injoignable, errore di rete, errore di connessione, impossibile
      connettersi, connessione fallita, connessione .. rifiutata, odmowa połączenia, połączenie ..
      odrzucone, nie można .. połączyć, nie można nawiązać połączenia, nie udało się .. połączyć, błąd
      połączenia, błąd sieci, brak połączenia, bağlantı reddedildi, bağlanılamadı, bağlanamadı, bağlantı
      kurulamadı, bağlantı hatası, ağ hatası, verbinding .. geweigerd, geen verbinding, kan niet verbinden,
      kon niet verbinden, verbindingsfout, netwerkfout, onbereikbaar, niet bereikbaar, verbinding ..
      mislukt, anslutningen nekades, anslutningen avvisades, anslutningen misslyckades, inte ansluta,
      anslutningsfel, nätverksfel, gick inte att nå, připojení .. odmítnuto, spojení .. odmítnuto,
      nepodařilo se .. připojit, nelze se připojit, nelze navázat spojení, chyba připojení, chyba spojení,
      chyba sítě, не вдалося підключитися, не вдалося з єднатися, помилка підключення, помилка з єднання,
      помилка мережі, з єднання .. відхилено, у з єднанні відмовлено, немає з єднання, không thể kết nối,
      kết nối .. thất bại, kết nối .. từ chối, từ chối kết nối, lỗi kết nối, lỗi mạng, mất kết nối, gagal
      terhubung, tidak dapat terhubung, tidak bisa terhubung, gagal menghubungi, tidak dapat menghubungi,
      koneksi .. ditolak, koneksi .. gagal, kesalahan jaringan, تعذر الاتصال, فشل الاتصال, رفض الاتصال, خطأ
      في الاتصال, خطأ في الشبكة, لا يمكن الاتصال, impossibile raggiungere, irraggiungibile, nawiązać
      połączenia, bağlanıl*, niet bereiken, kan niet .. bereikt, att ansluta, připojení .. selhalo,
      připojení .. nezdařilo, spojení .. nezdařilo, tidak ada koneksi, tidak dapat dijangkau, tidak dapat
      diakses, انقطع الاتصال
    `),
    yes: [
      '连接数据库失败：拒绝连接',
      'データベースへの接続に失敗しました',
      'サーバーに接続できませんでした',
      'No fue posible conectar con la base de datos',
      'Datenbank nicht erreichbar',
      'Es konnte keine Verbindung zur Datenbank hergestellt werden',
      'Base de données injoignable',
      'Connexion à la base de données impossible',
      'Не удалось подключиться к серверу',
      '连接失败：网络错误',
      'Verbindung abgelehnt',
      'Nie można nawiązać połączenia z bazą grządek',
      'Bahçe sunucusuna bağlantı kurulamadı',
      'De tuinserver is niet bereikbaar',
      'Trädgårdens server gick inte att nå',
      'Spojení se serverem bylo odmítnuto',
      'Помилка з’єднання з сервером',
      'Kết nối đến máy chủ vườn bị từ chối',
      'Tidak dapat menghubungi server kebun',
      'فشل الاتصال بالخادم',
      'Il server del giardino è irraggiungibile',
    ],
  },
  {
    id: 'timeout.other-languages',
    place: 'specific words',
    says: list(`
      超时, 超時, 没有响应, 未响应, 逾時, タイムアウト, 時間切れ, 応答がありません, 応答しません, 시간 초과, 시간이 초과, 응답하지 않, 타임아웃, превышено время,
      время ожидания, не ответил вовремя, не ответил за, не отвечает, таймаут, тайм аут, истекло время,
      tiempo de espera, tiempo agotado, tiempo límite, no respondió, no responde, não responde, no ha
      respondido, tempo limite, não respondeu, tempo esgotado, tempo de espera, zeitüberschreitung,
      zeitlimit, nicht rechtzeitig, nicht geantwortet, antwortet nicht, délai .. dépassé, délai d attente,
      pas répondu, ne répond pas, trop de temps, tempo scaduto, non ha risposto, non risponde, przekroczono
      .. czas*, upłynął .. czas*, czas oczekiwania, nie odpowiedział*, nie odpowiada, brak odpowiedzi, zaman
      aşım*, zamanında yanıt, yanıt vermiyor, yanıt vermedi, niet op tijd, reageert niet, reageerde niet,
      tijdslimiet, te lang geduurd, inte i tid, svarar inte, svarade inte, tidsgräns*, časový limit, vypršel
      čas, neodpověděl*, neodpovídá, překročen čas, час очікування, не відповів вчасно, сервер не
      відповідає, перевищено час, час .. вичерпано, hết thời gian, quá thời gian, không phản hồi, không trả
      lời, waktu .. habis, batas waktu, tidak merespons, tidak menanggapi, انتهت مهلة, انتهت المهلة, انتهاء
      المهلة, لم يستجب, لا يستجيب, timeout dell*, limit* czasu, czas .. upłynął, tog för lång tid, hết giờ,
      مهلة
    `),
    yes: [
      '等待响应超时',
      '応答がタイムアウトしました',
      'Сервер не ответил вовремя',
      'La base de datos no responde',
      'El servidor no respondió a tiempo',
      'Der Server hat nicht rechtzeitig geantwortet',
      "Le serveur n'a pas répondu à temps",
      'O servidor não respondeu a tempo',
      '응답 시간이 초과되었습니다',
      'Il server non ha risposto in tempo',
      'Serwer nie odpowiedział na czas',
      'Sunucu zamanında yanıt vermedi',
      'De tijdslimiet van de tuin is overschreden',
      'Tidsgränsen för svaret överskreds',
      'Server neodpověděl včas',
      'Перевищено час очікування',
      'Máy chủ không phản hồi',
      'Server kebun tidak merespons',
      'لم يستجب الخادم في الوقت المحدد',
    ],
  },
  {
    id: 'forbidden.other-languages',
    place: 'plain words',
    says: list(`
      仅限管理员, 只有管理员, 管理者のみ, 관리자만, только администратор*, только для администратор*, solo los administradores,
      solo administradores, apenas administradores, nur für administratoren, nur administratoren, réservé
      aux, solo gli amministratori, 没有 .. 权限, 无权, 权限不足, 拒绝访问, 禁止访问, 访问被拒绝, 不允许, 沒有權限, 權限不足, 存取被拒, 被禁止,
      権限がありません, アクセスが拒否, アクセス権, 許可されていません, 禁止されて, 권한이 없, 접근이 거부, 접근 권한, 허용되지 않, доступ запрещ*, нет доступа,
      нет прав, нет права, не имеете права, недостаточно прав, отказано в доступе, acceso denegado, acceso
      prohibido, permiso denegado, permisos insuficientes, sin permiso*, no tiene permiso*, no tienes
      permiso*, no tiene acceso, acesso negado, acesso proibido, sem permissão, não tem permissão, não tem
      acesso, permissão negada, permissões insuficientes, zugriff verweigert, keine berechtigung, keine
      rechte, kein recht, dürfen .. nicht, nicht berechtigt, fehlende berechtigung*, nicht erlaubt, accès
      refusé, accès interdit, permission refusée, autorisation refusée, droits insuffisants, pas le droit,
      pas les droits, pas l autorisation, pas autorisé*, pas la permission, accesso negato, permesso negato,
      non hai i permessi, non hai il permesso, non ha i permessi, permessi insufficienti, brak uprawnień,
      brak dostępu, brak zezwolenia, odmowa dostępu, odmówiono dostępu, dostęp .. zabroniony, nie masz
      uprawnień, nie masz dostępu, niewystarczające uprawnienia, tylko administrator*, yetkiniz yok, yetkisi
      yok, yetkiniz bulunmuyor, izniniz yok, izni yok, erişim* .. reddedildi, erişim* .. engellendi, erişim
      reddedildi, yeterli yetki*, yalnızca yönetici*, geen toegang, toegang .. geweigerd, geen rechten, geen
      toestemming, onvoldoende rechten, niet toegestaan, niet gemachtigd, alleen beheerders, alleen voor
      beheerders, åtkomst .. nekad*, åtkomst .. nekas, saknar behörighet, ingen behörighet, inte behörighet,
      otillräcklig behörighet, inte tillåtet, inte tillåten, endast administratörer, nemáte oprávnění,
      přístup .. odepřen, přístup .. zamítnut, přístup .. zakázán, nedostatečná oprávnění, nemáte přístup,
      nemáte právo, pouze administrátor*, немає прав, немає доступу, доступ .. заборонено, недостатньо прав,
      відмовлено в доступі, не маєте прав*, не маєте доступу, лише адміністратор*, тільки адміністратор*,
      không có quyền, từ chối truy cập, truy cập .. bị từ chối, không được phép, chỉ quản trị viên, tidak
      memiliki izin, tidak punya izin, tidak memiliki akses, tidak memiliki hak, akses .. ditolak, izin ..
      ditolak, tidak diizinkan, hanya admin*, ليس لديك إذن, ليس لديك صلاحية, ليست لديك صلاحية, رفض الوصول,
      الوصول مرفوض, الوصول محظور, غير مسموح, لا تملك صلاحية, صلاحيات غير كافية, non si dispone ..
      autorizzazion*, autorizzazioni insufficienti, non .. le autorizzazioni, uprawnień, uprawnienia, izin
      verilmedi, izin reddedildi, erişim izni, behörighet, oprávnění, không đủ quyền, tidak ada izin, tidak
      ada akses, hak akses, tidak berhak, غير مخول, لا تملك
    `),
    yes: [
      '该操作仅限管理员',
      '您没有查看该文件的权限',
      '管理者のみ実行できます',
      'このファイルを閲覧する権限がありません',
      'Операция разрешена только администраторам',
      'У вас нет прав на удаление файла',
      'Solo los administradores pueden hacer esto',
      'No tiene permisos para borrar este archivo',
      'Nur für Administratoren',
      'Sie haben keine Rechte, diese Datei zu löschen',
      'Réservé aux administrateurs',
      "Vous n'avez pas le droit de supprimer ce fichier",
      'Você não tem permissão para excluir este arquivo',
      '파일을 삭제할 권한이 없습니다',
      'Non hai i permessi per eliminare questo file',
      'Odmówiono dostępu do grządki',
      'Bahçeye erişim reddedildi',
      'Toegang tot de tuin geweigerd',
      'Du saknar behörighet för den här bädden',
      'Přístup k záhonu byl odepřen',
      'Доступ до грядки заборонено',
      'Truy cập vào vườn bị từ chối',
      'Akses ke kebun ditolak',
      'تم رفض الوصول إلى الحديقة',
      'Non si dispone delle autorizzazioni per il giardino',
    ],
  },
  {
    id: 'cancelled.other-languages',
    place: 'plain words',
    says: list(`
      已取消, 用户取消, 被取消, 用戶取消, キャンセル, 취소되었, 취소됨, отменен*, отменён*, cancelad*, abgebrochen, annulé*,
      annullat*, anulowan*, iptal edildi, geannuleerd, avbröts, zrušen*, скасован*, đã bị hủy, đã hủy,
      dibatalkan, تم الإلغاء, تم إلغاء,
      отмен* пользователем
    `),
    yes: [
      '操作已取消',
      'Operacja anulowana',
      'İşlem iptal edildi',
      'Bewerking geannuleerd',
      'Åtgärden avbröts',
      'Operace zrušena',
      'Операцію скасовано',
      'Thao tác đã bị hủy',
      'Operasi dibatalkan',
      'تم إلغاء العملية',
    ],
  },
  {
    id: 'unavailable.other-languages',
    place: 'plain words',
    says: list(`
      服务不可用, 正在维护, 暂时不可用, 服务器繁忙, 系统繁忙, 维护中, 服務暫時, 利用できません, メンテナンス, 混み合って, 사용할 수 없, 점검 중, временно недоступ*,
      недоступен, недоступна, недоступно, технические работы, сервер перегружен, no disponible, no está
      disponible, no están disponibles, en mantenimiento, indisponível, não está disponível, em manutenção,
      nicht verfügbar, wartungsarbeiten, überlastet, indisponible, en maintenance, surchargé, non
      disponibile, niedostępn*, trwa konserwacja, przerwa techniczna, przeciążon*, kullanılamıyor, hizmet
      dışı, bakımda, niet beschikbaar, onderhoud, overbelast, inte tillgänglig*, otillgänglig*,
      överbelasta*, nedostupn*, probíhá údržba, přetížen*, недоступн*, технічні роботи, перевантажен*, không
      khả dụng, đang bảo trì, quá tải, tidak tersedia, sedang dalam pemeliharaan, غير متاح*, غير متوفر*, قيد
      الصيانة
    `),
    yes: [
      '服务正在维护，请稍后',
      '現在メンテナンス中です',
      'Сервис временно недоступен',
      'El servicio no está disponible en este momento',
      'Der Dienst ist vorübergehend nicht verfügbar',
      'Le service est momentanément indisponible',
      'Usługa chwilowo niedostępna',
      'Hizmet şu anda kullanılamıyor',
      'De dienst is tijdelijk niet beschikbaar',
      'Tjänsten är inte tillgänglig just nu',
      'Služba je dočasně nedostupná',
      'Сервіс тимчасово недоступний',
      'Dịch vụ tạm thời không khả dụng',
      'Layanan sedang tidak tersedia',
      'الخدمة غير متاحة حاليا',
    ],
  },
  {
    id: 'conflict.other-languages',
    place: 'plain words',
    says: list(`
      已存在, 已被占用, 已注册, 已被注册, 已被使用, 已经存在, 重复, 冲突, 重複, 衝突, 既に存在, すでに存在, 既に使われ, すでに使われ, 既に使用, すでに使用, 競合, 이미 존재,
      이미 사용, 충돌, уже существует, уже есть, уже занят*, уже используется, конфликт, ya existe, ya está, ya
      fue, conflicto, já existe, já está, já foi, conflito, existiert bereits, bereits vorhanden, bereits
      vergeben, bereits belegt, bereits verwendet, konflikt, existe déjà, déjà pris*, déjà utilisé*, déjà
      réservé*, conflit, esiste già, già in uso, già presente, już istnieje, już zajęt*, już używan*, już
      zarejestrowan*, zaten var, zaten mevcut, zaten kullanıl*, zaten kayıtlı, bestaat al, bestaat reeds, al
      in gebruik, al bezet, al geregistreerd, finns redan, redan upptage*, används redan, redan registrera*,
      již existuje, už existuje, již obsazen*, již používá, již použit*, вже існує, уже існує, вже зайнят*,
      вже використовується, вже зареєстрован*, đã tồn tại, đã được sử dụng, đã được đăng ký, sudah ada,
      sudah digunakan, sudah terdaftar, sudah dipakai, موجود بالفعل, موجودة بالفعل, موجود مسبقا, مستخدم
      بالفعل, مسجل بالفعل, đã có rồi, đã có trong, يوجد .. مسبقا, يوجد .. مسبقاً
    `),
    yes: [
      '该用户名已被占用',
      'そのユーザー名は既に使われています',
      'Такой пользователь уже есть',
      'El usuario ya está registrado',
      'Dieser Benutzername ist bereits vergeben',
      "Ce nom d'utilisateur est déjà pris",
      'Grządka o tej nazwie już istnieje',
      'Bu yatak zaten mevcut',
      'Dit bed bestaat al',
      'Bädden finns redan',
      'Tento záhon již existuje',
      'Ця назва вже зайнята',
      'Luống này đã tồn tại',
      'Bedeng ini sudah ada',
      'هذا الاسم موجود بالفعل',
    ],
  },
  {
    id: 'too-large.other-languages',
    place: 'plain words',
    says: list(`
      过大, 太大, 过长, 太长, 超出长度, 超过最大, 超过 .. 限制, 超過最大, 大きすぎ, 長すぎ, 너무 큽, 너무 깁, слишком больш*, слишком длинн*,
      превышает максим*, demasiado grande, demasiado larg*, supera el tamaño, supera el límite, supera el
      máximo, excede o tamanho, muito grande, muito long*, zu groß, zu gross, zu lang, überschreitet,
      dépasse la taille, dépasse la limite, trop grand*, trop long*, trop volumineu*, troppo grande, troppo
      lung*, zbyt duż*, za duży, za duża, za duże, zbyt dług*, przekracza maksymaln*, çok büyük, çok uzun,
      te groot, te lang, för stor, för stort, för lång, för långt, příliš velk*, příliš dlouh*, překračuje
      maxim*, завелик*, занадто велик*, занадто довг*, перевищує максим*, quá lớn, quá dài, terlalu besar,
      terlalu panjang, melebihi ukuran, كبير جدا, كبير جدًا, كبيرة جدا, طويل جدا
    `),
    yes: [
      '上传的图片超过 5MB 限制',
      'ファイルサイズが大きすぎます',
      'Файл слишком большой',
      'El archivo supera el tamaño máximo',
      'Die Datei ist zu groß',
      'Le fichier dépasse la taille maximale',
      'Plik jest zbyt duży',
      'Dosya çok büyük',
      'Het bestand is te groot',
      'Filen är för stor',
      'Soubor je příliš velký',
      'Файл занадто великий',
      'Tệp quá lớn',
      'Berkas terlalu besar',
      'الملف كبير جدا',
    ],
  },
  {
    id: 'not-found.other-languages',
    place: 'plain words',
    says: list(`
      nie znaleziono, bulunamadı, niet gevonden, 未找到, 找不到, 不存在, 没有找到, 无法找到, 查无, 已被删除, 已删除, 没有这个, 没有该, 没有此,
      查不到, 沒有找到, 見つかりません, 存在しません, 該当する .. ありません, はありませんでした, 찾을 수 없, 존재하지 않, 해당 .. 없습니다, не найден*, не
      существует, не удалось найти, impossibile trovare, impossible de trouver, отсутствует,
      такой .. нет, такого .. нет, нет такого, нет такой, нет с
      таким, no encontrad*, no se encontr*, no existe, no hay ningún, no hay ninguna, não encontrad*, não
      localizad*, nenhum .. encontrad*, não existe, não foi encontrad*, nicht gefunden, existiert nicht,
      gibt es nicht, gibt keine, gibt kein, nicht vorhanden, introuvable*, non trouvé*, pas trouvé*, n
      existe pas, aucun .. ne, aucune .. ne, non trovat*, non esiste, nessun* .. con, nessun* .. trovat*,
      nie odnaleziono, nie istnieje, mevcut değil, bestaat niet, hittades inte, hittade inte, finns inte,
      kunde inte hitta*, nebyl nalezen, nebyla nalezena, nebylo nalezeno, nebyly nalezeny, nenalezen*,
      neexistuje, не знайден*, не існує, не вдалося знайти, немає такого, немає такої, không tìm thấy, không
      tồn tại, tidak ditemukan, tidak dapat menemukan, لم يتم العثور, غير موجود*, لا يوجد, لا توجد, non ..
      trovat*, nie .. znalezion*, nie można .. znaleźć, nie można .. odnaleźć, bulunamıyor, niet ..
      gevonden, niet vinden, hittas inte, inte hittas, finns ej, nelze najít, nepodařilo se najít, không tìm
      được, không thể tìm, tidak .. ditemukan, tidak ada, لا يمكن العثور, تعذر العثور, لم نعثر,
      aucun* .. trouv*, geen .. gevonden, keine .. gefunden,
      no fue encontrad*
    `),
    yes: [
      'Nie znaleziono grządki',
      '文件已被删除',
      '没有这个订单',
      '指定されたファイルは存在しません',
      '該当する注文はありません',
      'Такой страницы нет',
      'Заказ с таким номером не найден',
      'La página solicitada no existe',
      'No hay ningún pedido con ese número',
      'Die Seite wurde nicht gefunden',
      'Es gibt keine Bestellung mit dieser Nummer',
      "La page demandée n'existe pas",
      'Aucune commande ne porte ce numéro',
      'Pedido não localizado',
      '해당 주문이 없습니다',
      'Nessun ordine con questo numero',
      'Grządka 9 nie istnieje',
      'Böyle bir yatak mevcut değil',
      'Bed 9 bestaat niet',
      'Bädden hittades inte',
      'Záhon nebyl nalezen',
      'Грядку не знайдено',
      'Không tìm thấy luống số 9',
      'Bedeng tidak ditemukan',
      'لم يتم العثور على الحوض',
    ],
  },
  // A password that is too short or wrong.
  {
    id: 'unauthorized.password-other-languages',
    place: 'general words',
    says: list(`
      密码错误, 密码不正确, 账号或密码, パスワードが, 비밀번호가, логин или пароль, неверный пароль, contraseña incorrect*, o
      contraseña, senha incorreta, ou senha, passwort falsch, falsches passwort, oder passwort, mot de passe
      incorrect, ou mot de passe, password errata, o password, błędne hasło, nieprawidłowe hasło, lub hasło,
      yanlış şifre, şifre hatalı, veya şifre, onjuist wachtwoord, of wachtwoord, fel lösenord, eller
      lösenord, špatné heslo, nesprávné heslo, nebo heslo, або пароль, sai mật khẩu, hoặc mật khẩu, atau
      kata sandi, atau password, كلمة المرور غير صحيحة, أو كلمة المرور
    `),
    yes: [
      '账号或密码错误',
      'Неверный логин или пароль',
      'Usuario o contraseña incorrectos',
      'Benutzername oder Passwort falsch',
      "Nom d'utilisateur ou mot de passe incorrect",
      'Nieprawidłowy login lub hasło',
      'Kullanıcı adı veya şifre hatalı',
      'Gebruikersnaam of wachtwoord onjuist',
      'Fel användarnamn eller lösenord',
      'Nesprávné jméno nebo heslo',
      'Неправильний логін або пароль',
      'Tên hoặc mật khẩu không đúng',
      'Nama atau kata sandi salah',
      'اسم المستخدم أو كلمة المرور غير صحيحة',
    ],
  },
  {
    id: 'unsupported.other-languages',
    place: 'general words',
    says: list(`
      不支持, 不支援, 未实现, サポートされていません, 未対応, 対応していません, 지원하지 않, 지원되지 않, не поддерживается, не реализован*, no
      soportad*, no es compatible, não suportad*, não é suportad*, nicht unterstützt, nicht implementiert,
      pas pris en charge, non pris en charge, non supporté*, non support*, nieobsługiwan*, nie jest
      obsługiwan*, desteklenmiyor, desteklenmeyen, niet ondersteund, stöds inte, nepodporovan*, není
      podporován*, не підтримується, không được hỗ trợ, không hỗ trợ, tidak didukung, غير مدعوم*
    `),
    yes: [
      '此功能暂不支持',
      'Ta funkcja nie jest obsługiwana',
      'Bu işlev desteklenmiyor',
      'Deze functie wordt niet ondersteund',
      'Funktionen stöds inte',
      'Tato funkce není podporována',
      'Ця дія не підтримується',
      'Chức năng này không được hỗ trợ',
      'Fungsi ini tidak didukung',
      'هذه الوظيفة غير مدعومة',
    ],
  },
  {
    id: 'validation.other-languages',
    place: 'general words',
    says: list(`
      仅支持, 只支持, 僅支援, 仅允许, 只允许, のみ対応, のみサポート, 만 지원, solo se admite*, apenas .. suportad*, nur .. unterstützt,
      seul* .. pris en charge, 不正确, 缺少必要, 缺少必需, 必填, 格式错误, 格式不, 无效, 非法, 不合法, 类型错误, 超出范围, 请提供, 请至少, 至少提供, 请填写,
      请选择, 请输入, 请指定, 校验失败, 参数, 參數, 無效, 必須, 無効な, 無効です, 不正な, が不正です, が正しくありません, 空にできません, 指定してください, 指定されていません,
      入力してください, 形式が正しく, 範囲外, 유효하지 않, 잘못된, 필수, 입력해, 형식이, 비워 둘 수 없, 비어 있, неверн*, недопустим*, некорректн*,
      обязател*, не указан*, укажите, введите, не должн*, пустое поле, должен быть, должно быть, должна
      быть, inválid*, no válid*, obligatori*, es requerid*, son requerid*, requerid*, debe ser, debe tener,
      indique un*, introduzca, debe indicar, no puede estar vací*, no puede ser, no debe estar, obrigatóri*,
      informe um*, informe o, informe a, não pode ficar vazi*, não pode estar vazi*, não pode ser, deve ser,
      parâmetro*, parámetro*, ungültig*, erforderlich, pflichtfeld, muss .. sein, bitte .. angeben, bitte ..
      eingeben, darf nicht, müssen .. sein, fehlender parameter, invalide*, non valide*, obligatoire*,
      requis, requise, doit être, veuillez indiquer, veuillez saisir, veuillez fournir, veuillez préciser,
      ne doit pas être, ne peut pas être, paramètre*, non valid*, obbligatori*, non può essere, deve essere,
      不能为, 不能是, 不能小于, 不能大于, 不能超过, 不得为, 不可为, 必须, 不能為, 不能小於, 不能大於, 不得為, 不可為, でなければなりません, なければいけません,
      である必要があります, にすることはできません, にはできません, 이어야 합니다, 여야 합니다, 일 수 없습니다, 될 수 없습니다, 수 없는 값, не может быть, не могут
      быть, должны быть, deben ser, no pueden ser, tiene que ser, devem ser, não podem ser, tem que ser, tem
      de ser, darf kein*, dürfen kein*, muss größer, muss kleiner, muss mindestens, doivent être, ne peuvent
      pas être, ne doivent pas être, devono essere, non possono essere, nieprawidłow*, niepoprawn*,
      wymagan*, obowiązkow*, musi być, muszą być, nie może być, nie mogą być, geçersiz, zorunlu*, boş
      olamaz, boş bırakılamaz, olmalıdır, olmalı, olamaz, ongeldig*, verplicht*, is vereist, zijn vereist,
      ontbrekend*, moet .. zijn, mag niet, ogiltig*, obligatorisk*, krävs, måste vara, får inte vara,
      neplatn*, nesprávn*, povinn*, musí být, nesmí být, nemůže být, неправильн*, недійсн*, обов язков*,
      обовʼязков*, має бути, мають бути, повинен бути, повинно бути, не може бути, вкажіть, không hợp lệ,
      bắt buộc, không được để trống, phải là, phải lớn hơn, tidak valid, tidak sah, wajib, harus diisi,
      harus berupa, tidak boleh, مطلوب, مطلوبة, غير صالح, غير صالحة, غير صحيح, غير صحيحة, إلزامي, يجب أن
      يكون, يجب أن تكون, brakuje, brakujący, gerekli*, eksik, hatalı, onjuist*, ontbreekt, felaktig*,
      saknas, chybí, chybějící, бракує, не вказан*, không đúng, sai định dạng, định dạng .. sai, thiếu,
      format .. salah, nilai .. salah, belum diisi, tidak diisi, harus, مطلوب*, المطلوب*, مفقود*,
      no es válid*, não é válid*, non è valid*, n est pas valide
    `),
    yes: [
      '仅支持木制围栏',
      '请至少提供一个花坛',
      '请填写收件人',
      '城市名称不能为空',
      '件名を入力してください',
      '日付の形式が不正です',
      'Укажите адрес получателя',
      'Поле «город» не может быть пустым',
      'Indique un destinatario',
      'El campo ciudad no puede estar vacío',
      'Bitte einen Empfänger angeben',
      'Das Feld Ort darf nicht leer sein',
      'Veuillez indiquer un destinataire',
      'Le champ ville ne doit pas être vide',
      'O campo cidade não pode ficar vazio',
      '도시 이름은 비워 둘 수 없습니다',
      'Il campo città non può essere vuoto',
      '行数不能为负数',
      '宽度不能是零',
      '行數不能為零',
      '宽度必须大于一米',
      '行数は正の数でなければなりません',
      '幅をゼロにすることはできません',
      '행 수는 양수여야 합니다',
      '너비는 음수일 수 없습니다',
      'Ряды должны быть целыми числами',
      'Las filas deben ser números enteros',
      'La anchura no debe ser negativa',
      'As filas devem ser números inteiros',
      'A largura não deve ser negativa',
      'Die Breite muss größer als null sein',
      'Die Breite darf keine negative Zahl sein',
      'Les rangées doivent être des nombres entiers',
      'Les largeurs ne peuvent pas être négatives',
      'Le righe devono essere numeri interi',
      'Le larghezze non possono essere negative',
      'Pole miasto nie może być puste',
      'Şehir adı boş olamaz',
      'Het veld plaats mag niet leeg zijn',
      'Fältet ort får inte vara tomt',
      'Pole město nesmí být prázdné',
      'Поле «місто» не може бути порожнім',
      'Tên thành phố không được để trống',
      'Nama kota tidak boleh kosong',
      'اسم المدينة مطلوب',
      'Rijen: moet een positief getal zijn',
      'Şerit sayısı pozitif olmalıdır',
      'Liczba rzędów musi być dodatnia',
    ],
    no: ['必须先登录', 'Файл не может быть найден: не найден'],
  },
  {
    id: 'unavailable.later-other-languages',
    place: 'general words',
    says: list(`
      稍后再试, 稍后重试, 稍後再試, しばらくして, 다시 시도, повторите позже, попробуйте позже, intente más tarde, inténtelo más
      tarde, tente novamente, versuchen sie es später, réessayez plus tard, spróbuj ponownie później,
      spróbuj później, daha sonra tekrar, probeer het later, försök igen senare, zkuste to později,
      спробуйте пізніше, thử lại sau, coba lagi nanti, حاول لاحقا, حاول مرة أخرى لاحقا, riprova più tardi,
      riprovare più tardi
    `),
    yes: [
      '服务器开小差了，请稍后重试',
      'Coś poszło nie tak, spróbuj ponownie później',
      'Bir sorun oluştu, daha sonra tekrar deneyin',
      'Er ging iets mis, probeer het later opnieuw',
      'Något gick fel, försök igen senare',
      'Něco se pokazilo, zkuste to později',
      'Щось пішло не так, спробуйте пізніше',
      'Đã có sự cố, vui lòng thử lại sau',
      'Terjadi masalah, coba lagi nanti',
      'حدث خلل، حاول مرة أخرى لاحقا',
    ],
  },
  {
    id: 'dependency.upstream-chinese',
    place: 'general words',
    says: list('请求失败, 响应非, 接口返回, 調用失敗, 调用失败, 上游'),
    yes: ['上游接口返回异常'],
  },
  {
    id: 'internal.other-languages',
    place: 'vague words',
    says: list(`
      内部错误, 系统错误, 系统异常, 服务器错误, 內部錯誤, 系統錯誤, 内部エラー, サーバーエラー, 내부 오류, 서버 오류, внутренняя ошибка, ошибка сервера,
      error interno, erro interno, interner fehler, interner serverfehler, erreur interne, erreur serveur,
      errore interno, wewnętrzny błąd, błąd wewnętrzny, błąd serwera, sunucu hatası, dahili hata, interne
      fout, interne serverfout, serverfout, internt fel, internt serverfel, serverfel, vnitřní chyba,
      interní chyba, chyba serveru, внутрішня помилка, помилка сервера, lỗi máy chủ, lỗi nội bộ, lỗi hệ
      thống, kesalahan internal, kesalahan server, kesalahan sistem, خطأ داخلي, خطأ في الخادم
    `),
    yes: [
      '服务器内部错误',
      'Błąd wewnętrzny',
      'Dahili hata',
      'Interne fout',
      'Internt fel',
      'Interní chyba',
      'Помилка сервера',
      'Lỗi hệ thống',
      'Kesalahan sistem',
      'خطأ داخلي',
    ],
  },
  {
    id: 'internal.any-failure-other-languages',
    place: 'catch-all',
    says: list(`
      错误, 失败, 异常, 出错, 报错, 无法, 錯誤, 失敗, 異常, 無法, エラー, できません, 오류, 에러, 실패, 할 수 없, ошибка, не удалось, невозможно,
      сбой, no se pudo, no se puede, falló, fallo, erro, falha, não foi possível, fehler*, fehlgeschlagen,
      konnte nicht, kann nicht, erreur*, échec, échoué, impossible, errore, impossibile, fallito, błąd, nie
      udało się, nie powiodło się, nie można, hata, hatası, başarısız*, fout, mislukt, kon niet, kan niet,
      fel, misslyckades, kunde inte, chyba, selhal*, nepodařilo, nelze, помилка, не вдалося, lỗi, thất bại,
      không thể, kesalahan, gagal, خطأ, فشل, تعذر, chybě, chybu, hatayla, beklenmeyen, fout opgetreden,
      oväntat
    `),
    yes: [
      '浇水时出现异常',
      'Nie udało się podlać grządki',
      'Sulama başarısız oldu',
      'Het water geven is mislukt',
      'Vattningen misslyckades',
      'Zalévání selhalo',
      'Не вдалося полити грядку',
      'Tưới nước thất bại',
      'Penyiraman gagal',
      'فشل سقي الحوض',
    ],
  },
];
