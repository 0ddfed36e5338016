// Names of the file formats that Misfire writes. Separate from the writers, so that help texts do not load them.

/** For a recording. */
export const exportFormats = ['jsonl', 'har', 'html'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** For a comparison. */
export const reportFormats = ['md', 'csv', 'json', 'html'] as const;
export type ReportFormat = (typeof reportFormats)[number];
