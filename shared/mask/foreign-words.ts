// Words of other languages in the position of a value that describe it, and how such words are compared.

/** Letters only, in lowercase, without accents. */
export const withoutAccents = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, '');

const telling = new Set(
  'incorrecta incorrecto incorrecte inválida inválido invalide ungültig requerida obligatoria requis requise obligatoire erforderlich fehlt manquant manquante caducada vencida expirada expiré expirée abgelaufen vacía vide leer errónea falsch richtig olvidada oublié vergessen неверный неверен неправильный обязателен обязательно истек пустой 错误 无效 無效 必填 过期 不正确 不正確 为空 未设置 無効 必須 잘못됨 필수 inválida incorreta obrigatória błędne wymagane nieprawidłowe chybné onjuist verplicht ongeldig'
    .split(' ')
    .map(withoutAccents),
);

/** "incorrecta", "no puede estar vacía": words about the value, in its position. */
export function isForeignTellingWord(text: string): boolean {
  if (text.length > 200 || !/^[\p{L}\p{M}\s.,;:!¡?¿'’-]+$/u.test(text)) return false;
  return text.split(/\s+/).some((word) => telling.has(withoutAccents(word)));
}
