// Escapes the keys of a JSON Pointer (RFC 6901), and reads them back.

export const pointerPart = (name: string): string =>
  /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name;

export const readPointerPart = (part: string): string =>
  part.includes('~') ? part.replaceAll('~1', '/').replaceAll('~0', '~') : part;
