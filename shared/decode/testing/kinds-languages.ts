// For tests: sentences of servers in other languages, and what tools of theirs say when they worked. All are made up here.

export interface Language {
  name: string;
  /** Texts of a tool without any mark of failure that say it failed. */
  dressed: readonly [tool: string, text: string][];
  /** Answers that are none. */
  plain: readonly [tool: string, text: string][];
}

export const languages: readonly Language[] = [
  {
    name: 'Chinese',
    dressed: [
      ['add_user', '添加失败：邮箱已注册'],
      ['create_order', '创建订单失败：数量必须大于零'],
      ['get_weather', '获取天气数据失败，网络错误'],
    ],
    plain: [
      ['get_note', '备忘：修复登录失败的问题'],
      ['search', '共找到 3 条关于“错误处理”的结果'],
      ['get_article', '失败是成功之母'],
      ['translate', '错误：文件未找到'],
      ['list_orders', '没有未完成的订单'],
      ['get_time', '当前时间：2026-01-01 10:00'],
      ['read_file', '日志：连接失败 3 次，随后成功'],
      ['get_news', '系统故障导致航班延误，乘客滞留机场'],
      ['analyze_text', '情感：消极；关键词：失败、错误'],
    ],
  },
  {
    name: 'Japanese',
    dressed: [
      ['create_event', '予定の作成に失敗しました：開始時刻が終了時刻より後です'],
      ['get_page', 'ページが見つかりませんでした。'],
    ],
    plain: [
      ['get_note', 'メモ：エラー対応は来週'],
      ['search', '「エラー」に関する記事が3件見つかりました'],
      ['translate', 'エラー：ファイルが見つかりません'],
      ['get_news', '通信障害で電車が遅れています'],
      ['summarize', '著者は失敗から学ぶことが大切だと述べています。'],
      ['list_tasks', '未完了のタスクはありません'],
      ['get_weather', '東京：晴れ、最高気温20度'],
    ],
  },
  {
    name: 'Russian',
    dressed: [
      ['create_order', 'Не удалось создать заказ: неверное количество'],
      ['send_mail', 'Ошибка при отправке письма: сервер недоступен'],
    ],
    plain: [
      ['get_note', 'Заметка: исправить ошибку входа'],
      ['search', 'Найдено 3 статьи об ошибках'],
      ['translate', 'Ошибка: файл не найден'],
      ['get_news', 'Ошибка пилота стала причиной аварии'],
      ['list_tasks', 'Незавершённых задач нет'],
      ['get_article', 'Отказ от курения полезен для здоровья'],
      ['summarize', 'Автор пишет, что не удалось найти доказательств.'],
    ],
  },
  {
    name: 'Spanish',
    dressed: [
      ['create_order', 'Error al crear el pedido: cantidad inválida'],
      ['send_mail', 'No se pudo enviar el correo'],
    ],
    plain: [
      ['get_note', 'Nota: corregir el error de acceso'],
      ['search', 'Se encontraron 3 artículos sobre errores'],
      ['translate', 'Error: archivo no encontrado'],
      ['get_news', 'El error del piloto causó el accidente'],
      ['list_tasks', 'No hay tareas pendientes'],
      ['get_article', 'El fracaso enseña más que el éxito'],
      ['summarize', 'El autor no encontró pruebas.'],
    ],
  },
  {
    name: 'German',
    dressed: [
      ['create_order', 'Fehler beim Anlegen der Bestellung: ungültige Menge'],
      ['send_mail', 'Die Nachricht konnte nicht gesendet werden'],
    ],
    plain: [
      ['get_note', 'Notiz: Anmeldefehler beheben'],
      ['search', '3 Artikel über Fehler gefunden'],
      ['translate', 'Fehler: Datei nicht gefunden'],
      ['get_news', 'Fehler des Piloten führte zum Unfall'],
      ['list_tasks', 'Keine offenen Aufgaben'],
      ['get_article', 'Scheitern gehört zum Leben'],
      ['summarize', 'Der Autor konnte keine Belege finden.'],
    ],
  },
  {
    name: 'French',
    dressed: [
      ['create_order', 'Échec de la création de la commande : quantité invalide'],
      ['send_mail', "Impossible d'envoyer le message"],
    ],
    plain: [
      ['get_note', "Note : corriger l'erreur de connexion"],
      ['search', '3 articles sur les erreurs trouvés'],
      ['translate', 'Erreur : fichier introuvable'],
      ['get_news', "Une erreur du pilote a causé l'accident"],
      ['list_tasks', 'Aucune tâche en cours'],
      ['get_article', "L'échec est une étape vers la réussite"],
      ['summarize', "L'auteur n'a pas trouvé de preuve."],
    ],
  },
  {
    name: 'Portuguese, Korean and Italian',
    dressed: [
      ['send_mail', 'Não foi possível enviar a mensagem'],
      ['send_mail', '메일을 보낼 수 없습니다'],
      ['send_mail', 'Impossibile inviare il messaggio'],
    ],
    plain: [
      ['get_news', 'Erro do piloto causou o acidente'],
      ['get_news', '조종사 오류로 사고가 발생했습니다'],
      ['get_news', "L'errore del pilota ha causato l'incidente"],
    ],
  },
];
