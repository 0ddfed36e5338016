// The kinds of files that Misfire writes, by name. Apart from what writes them, so that help texts cost nothing.

/** Of a recording. */
export const exportFormats = ['jsonl', 'har', 'html'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Of a comparison. */
export const reportFormats = ['md', 'csv', 'json', 'html'] as const;
export type ReportFormat = (typeof reportFormats)[number];
