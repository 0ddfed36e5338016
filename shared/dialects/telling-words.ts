// Every sentence of failure-sentences.ts has one of these words: a first line without any is skipped. Most responses are successes, so
// this is nearly their whole cost. For unlisted languages, any letter outside of ASCII passes.

import { inRow } from './patterns.ts';

export const telling = inRow(/[^\0-\x7f]|error|exception|fail|^\W{0,3}(?:(?:found )?1|[45]\d\d)\b|\b/i, [
  /no\b|not\b|nothing|cannot|can't|couldn't|don't|doesn't|isn't|aren't|un|invalid|incorrect|insufficient|impossi|wrong|missing/i,
  /already|exist|required|needed|must|should|you (?:have|need)|only|too|out of|please|provide|specify|your/i,
  /access|forbidden|denied|disallowed|rejected|declined|refused|blocked|restricted|revoked|expired|suspended|aborted/i,
  /cancell?ed|confirm|approval|consent/i,
  /limit|quota|exceed|exhausted|timed|timeout|gateway|http|status|returned|responded|replied|try|retry/i,
  /disabled|offline|lost|closed|reset|stopped|locked|read-only|protected|full|frozen|taken|duplicate|empty|loading/i,
  /starting|warming|division|math|list index|maximum|takes|got|object|violation|fatal|ora-|e[a-z]{3,8}:/i,
  /oops|curl|npm|bad|whoops|uh|err|fehl|falh|falla|deneg|negad|verweig|konnte|non\b|nessun|aucun|kein|gibt es/i,
  /gagal|tidak dapat|terjadi|toegang|kan geen|kon niet|nelze|kunde inte|det gick|akses|odmowa/i,
  /demas|viele anf|tropp|tiempo|tempo|falta|ongeld|ogilt|ob[lb]{1,2}ig|indispon|przekr|brak|neplatn|ontbrek|manca/i,
  /manqua|bestaat|nenhum|geen|se encontr|expirad|caducad|scadut|abgelaufen|avez pas|cancelad|annul|vom|intern[oe]|took/i,
  /nedost|nicht|niet|yetkiniz|ingelogd|angemeldet|eingeloggt/i,
]);
