// Global Trade Item Numbers: 8, 12, 13 or 14 digits, the last a check digit (GS1 General Specifications, 7.9).

/** What is wrong with it, as a sentence; null if it is a GTIN. */
export function gtinProblem(text: string): string | null {
  if (!/^\d+$/.test(text)) return 'a GTIN has digits only';
  if (![8, 12, 13, 14].includes(text.length)) return `a GTIN has 8, 12, 13 or 14 digits, not ${text.length}`;
  const digits = [...text].map(Number).reverse();
  const sum = digits.slice(1).reduce((total, digit, place) => total + digit * (place % 2 === 0 ? 3 : 1), 0);
  const expected = (10 - (sum % 10)) % 10;
  return digits[0] === expected ? null : `the check digit is ${digits[0]} and should be ${expected}`;
}

/** All GTINs are compared as 14 digits. */
export const asGtin14 = (gtin: string): string => gtin.padStart(14, '0');
