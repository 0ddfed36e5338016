// The formats of a report card, by name. Apart from what writes them, so that help texts cost nothing.

export const cardFormats = ['json', 'md', 'html', 'junit', 'sarif', 'github'] as const;
export type CardFormat = (typeof cardFormats)[number];
