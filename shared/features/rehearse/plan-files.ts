// How the files of your own plans are named. The window names a plan by its title, and the inspector its file by that name.

/** In `rehearse` of the data folder. */
export const plansFolder = 'plans';

/** `Search is busy` → `search-is-busy`. A name that any file system takes. */
export function planFileName(title: string): string {
  const name = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '');
  // Windows reserves the names of devices.
  return name === '' || /^(?:con|prn|aux|nul|com\d|lpt\d)$/.test(name) ? `plan${name && `-${name}`}` : name;
}

/** Of a file with a plan or a running rehearsal, in bytes: a plan has at most 1 MB. */
export const longestPlanFile = 2_000_000;
