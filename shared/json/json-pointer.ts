// The names in a JSON Pointer (RFC 6901): written so that they can stand between slashes, and read back.

export const pointerPart = (name: string): string =>
  /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name;

export const readPointerPart = (part: string): string =>
  part.includes('~') ? part.replaceAll('~1', '/').replaceAll('~0', '~') : part;
