/** The id of a key (exchange/canonical.ts), for people: the key of a text begins with a quotation mark, which ends here. */
export const idText = (key: string): string => (key.startsWith('"') ? `${key}"` : key);
